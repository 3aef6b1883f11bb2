// Bodies of requests whose snippet leaves open what a server needs, by the id of the operation without the service.
export const bodies = {};
