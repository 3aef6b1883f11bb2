export { plainLines, type CellFence, type CellForm, type CellSource, type FileCell } from './cell';
export { holdsRequest, joinCells, type CellPlace, type JoinedCells } from './join-cells';
export { splitCells } from './split-cells';
