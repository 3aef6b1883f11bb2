import { beforeEach, describe, expect, it, vi } from 'vitest';
import { responsePlace } from '../../../client/src/pages/response-column';

const editor = vi.hoisted(() => ({ settings: {} as Record<string, object>, groups: [] as object[], active: 0 }));
vi.mock('vscode', () => {
  class TabInputText {
    constructor(readonly uri: object) {}
  }
  class TabInputWebview {
    constructor(readonly viewType: string) {}
  }
  return {
    ...{ TabInputText, TabInputWebview, ViewColumn: Object.fromEntries([['Beside', -2]]) },
    workspace: {
      getConfiguration: (section: string) => ({ inspect: (name: string) => editor.settings[`${section}.${name}`] }),
    },
    window: {
      tabGroups: {
        get all() {
          return editor.groups;
        },
        get activeTabGroup() {
          return editor.groups[editor.active];
        },
      },
    },
  };
});

const { TabInputText, TabInputWebview } = (await import('vscode')) as unknown as {
  readonly TabInputText: new (uri: object) => object;
  readonly TabInputWebview: new (viewType: string) => object;
};
const group = (viewColumn: number, input: object) => {
  const tab = { input };
  return { viewColumn, tabs: [tab], activeTab: tab };
};
const request = () => new TabInputText({ scheme: 'file' });
const place = () => responsePlace('rulebook-response');

beforeEach(() => {
  editor.settings = {};
  editor.active = 0;
});

describe('a response opens', () => {
  it('next to the request, which keeps the focus', () => {
    editor.groups = [group(1, request())];
    expect(place()).toEqual({ viewColumn: -2, preserveFocus: true });
    editor.groups.push(group(2, request()));
    expect(place().viewColumn).toBe(2);
  });

  it('where responses are already, also when one has the focus', () => {
    const view = new TabInputWebview('mainThreadWebview-rulebook.responseView');
    editor.groups = [group(1, request()), group(2, request()), group(3, view)];
    expect(place().viewColumn).toBe(3);
    editor.active = 2;
    expect(place().viewColumn).toBe(3);
  });

  it('as a tab in the column of the request, with the focus, where the setting says so', () => {
    editor.groups = [group(1, request()), group(2, request())];
    editor.active = 1;
    editor.settings = { 'rulebook.responseColumn': { globalValue: 'active' } };
    expect(place()).toEqual({ viewColumn: 2, preserveFocus: false });
    editor.settings = { 'rulebook.responseColumn': { globalValue: 'active', workspaceValue: 'beside' } };
    expect(place()).toEqual({ viewColumn: 1, preserveFocus: true });
  });

  it('where the setting of REST Client says, unless there is an own one', () => {
    editor.groups = [group(1, request())];
    editor.settings = { 'rest-client.previewColumn': { globalValue: 'current' } };
    expect(place().preserveFocus).toBe(false);
    editor.settings = { ...editor.settings, 'rulebook.responseColumn': { workspaceValue: 'beside' } };
    expect(place().preserveFocus).toBe(true);
  });
});
