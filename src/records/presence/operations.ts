import { operation } from '#base/http/operation'

const tag = 'Editing'

export const openExample = { kind: 'post', id: 1, window: '7f6c1de0a94b4f2f8a3d5c8e21b0f7aa', isHidden: false }

export const operations = {
  open: operation({
    id: 'openRecord',
    tag,
    summary: 'Say that a record is open in a window',
    description:
      'Repeated every two and a half seconds while it is, by `window`, a name that the window gives itself; `isHidden` while nobody sees it. Answers who else has the record open. A window that says nothing more for seven seconds counts as closed, a hidden one after 75. Nobody is kept from editing.',
    session: true,
    unsafe: true,
    example: openExample,
    answers: {
      200: {
        description: 'The other windows, the first one first.',
        example: { others: [{ user: { id: 2, username: 'grace' }, isYou: false, since: '2026-03-02T09:00:00.000Z' }] },
      },
    },
  }),
  close: operation({
    id: 'closeRecord',
    tag,
    summary: 'Say that a window is closed',
    description: 'Also answered so when it was not open.',
    session: true,
    unsafe: true,
    parameters: { window: { description: 'The name of the window.', example: openExample.window } },
    answers: { 204: { description: 'It counts as closed.' } },
    refusals: [422],
  }),
}
