import { deeds } from '#base/events'
import { operation } from '#base/http/operation'
import { type ActivityEntry, activityKinds } from './contract'

const example: ActivityEntry = {
  id: 812,
  at: '2026-03-02T09:00:00.000Z',
  user: { id: 1, username: 'ada' },
  action: 'updated',
  kind: 'post',
  recordId: '7',
  title: 'Measuring before building',
  address: '203.0.113.7',
  device: 'Firefox, Windows',
}

const moment = { type: 'string', format: 'date-time' }

export const operations = {
  list: operation({
    id: 'listActivity',
    tag: 'Activity',
    summary: 'List who did what',
    description:
      'The newest first. Lines are only added, by the write that they tell of, and go after 400 days. What visitors do is not among them.',
    session: true,
    parameters: {
      user: { optional: true, description: 'The username.', example: 'ada' },
      action: { optional: true, description: 'What was done.', schema: { enum: deeds }, example: example.action },
      kind: { optional: true, description: 'To what.', schema: { enum: activityKinds }, example: example.kind },
      id: { optional: true, description: 'Its id.', example: '7' },
      from: { optional: true, description: 'Not before this moment.', schema: moment, example: example.at },
      to: { optional: true, description: 'Before this moment.', schema: moment, example: '2026-04-01T00:00:00.000Z' },
      limit: {
        optional: true,
        description: 'At most so many.',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        example: 50,
      },
      before: {
        optional: true,
        description: 'Those before this one: the `id` of the last line of the page before.',
        schema: { type: 'integer', minimum: 1 },
        example: 813,
      },
    },
    answers: { 200: { description: 'What was done.', example: [example] } },
    refusals: [422],
  }),
}
