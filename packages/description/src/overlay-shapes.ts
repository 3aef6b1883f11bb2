import type { DocumentForm } from './document-form';

/** The objects of OpenAPI Overlay 1.0 and 1.1 with their members (sections Schema). */
export const overlayForm: DocumentForm = {
  name: 'Overlay 1.1.0',
  link: 'https://spec.openapis.org/overlay/v1.1.0.html',
  objects: {
    document: {
      title: 'An overlay',
      section: 'Overlay Object',
      members: {
        overlay: {
          type: 'string',
          isRequired: true,
          values: ['1.1.0', '1.0.0'],
          says: 'The version of the format that the overlay is written in.',
        },
        info: { type: 'info', isRequired: true, says: 'What the overlay is called, and its own version.' },
        extends: { type: 'string', says: 'The path or URL of the description that the overlay changes.' },
        actions: {
          type: '[action]',
          isRequired: true,
          says: 'The changes, one after the other: each one works on what those before have left.',
        },
      },
    },
    info: {
      title: '`info`',
      section: 'Info Object',
      members: {
        title: { type: 'string', isRequired: true, says: 'What the overlay is for, in a few words.' },
        version: { type: 'string', isRequired: true, says: 'The version of this overlay.' },
        description: { type: 'string', since: '1.1', says: 'More about the overlay, as Markdown.' },
      },
    },
    action: {
      title: 'An action',
      section: 'Action Object',
      members: {
        target: {
          type: 'string',
          isRequired: true,
          says: 'A JSONPath (RFC 9535) that selects what is changed in the description.',
        },
        description: { type: 'string', says: 'Why it is changed, as Markdown.' },
        update: {
          type: 'any',
          says: 'What is merged into each selected object, or added to each selected list. A plain value takes the place of another one.',
        },
        copy: {
          type: 'string',
          since: '1.1',
          says: 'A JSONPath that selects the one part of the description which is merged into the selected places.',
        },
        remove: { type: 'boolean', says: '`true` takes the selected parts out of the description.' },
      },
    },
  },
};
