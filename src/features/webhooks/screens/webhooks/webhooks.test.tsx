import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { Delivery, Webhook } from '#features/webhooks/contract'
import { WebhooksPanel } from '../integrations'

beforeEach(startAfresh)

const at = '2026-03-04T10:00:00.000Z'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const acme: Webhook = {
  id: 4,
  url: 'https://acme.example/hook',
  events: ['post.published', 'message.received', 'test'],
  enabled: true,
  createdAt: at,
}
const arrived: Delivery = {
  id: 9,
  event: 'post.published',
  state: 'sent',
  attempts: 1,
  status: 204,
  lastError: null,
  createdAt: at,
  nextAttemptAt: null,
  sentAt: at,
}
const refused: Delivery = {
  ...arrived,
  id: 8,
  state: 'failed',
  attempts: 10,
  status: 503,
  lastError: 'It responded with 503',
}
const faulty = { message: 'Please check', issues: [{ path: 'url', message: 'A private network' }] }

function site({
  webhooks = [acme],
  deliveries = [arrived, refused],
}: {
  webhooks?: Webhook[]
  deliveries?: Delivery[]
}) {
  const answer: ApiStandIn = ({ method, path, body }) => {
    if (path === '/api/account/confirm') return { json: { confirmedUntil: null } }
    if (method === 'DELETE') webhooks = []
    if (path.endsWith('/rotate')) return { json: { secret } }
    if (path.endsWith('/test') || path.endsWith('/retry')) return { status: 202, json: arrived }
    if (path.includes('/deliveries'))
      return { json: deliveries.slice(0, Number(new URL(path, location.href).searchParams.get('limit') ?? 50)) }
    if (method === 'GET') return { json: webhooks }
    if (method === 'DELETE') return { status: 204 }
    const input = body as Partial<Webhook>
    if (input.url?.startsWith('http://10.')) return { status: 422, json: faulty }
    const saved = { ...acme, ...input }
    webhooks = [saved]
    return method === 'POST' ? { status: 201, json: { ...saved, secret } } : { json: saved }
  }
  return renderAdmin(<WebhooksPanel />, answer)
}

test('a webhook is added: errors are at their fields, and the secret is shown once', async () => {
  const { writes } = site({ webhooks: [] })
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  const url = dialog.getByLabelText(/Address/)
  const add = dialog.getByRole('button', { name: 'Add webhook' })
  fireEvent.change(url, { target: { value: 'http://10.0.0.1/' } })
  const posts = within(dialog.getByRole('group', { name: 'Posts' }))
  fireEvent.click(posts.getByRole('checkbox', { name: /Published/ }))
  fireEvent.click(posts.getByRole('checkbox', { name: /Deleted/ }))
  fireEvent.click(posts.getByRole('checkbox', { name: /Deleted/ }))
  fireEvent.click(add)
  expect(await dialog.findByText('A private network')).toBeTruthy()
  fireEvent.change(url, { target: { value: acme.url } })
  fireEvent.click(add)
  const shown = within(await screen.findByRole('dialog', { name: 'Webhook added' }))
  expect(shown.getByLabelText<HTMLTextAreaElement>('Secret').value).toBe(secret)
  fireEvent.click(shown.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('article', { name: acme.url })).toBeTruthy()
  expect(screen.queryByDisplayValue(secret)).toBeNull()
  expect(writes().at(-1)).toMatchObject({ path: '/api/webhooks', body: { url: acme.url, events: ['post.published'] } })
})

test('a webhook shows the result of its newest delivery, and is switched, changed, tested and deleted', async () => {
  const { writes, toast } = site({ deliveries: [{ ...refused, state: 'waiting', nextAttemptAt: at }] })
  const card = within(await screen.findByRole('article', { name: acme.url }))
  expect(await card.findByText(/failed\. It responded with 503\. Next attempt: Mar 4, 2026/)).toBeTruthy()
  fireEvent.click(card.getByRole('switch', { name: `Active ${acme.url}` }))
  expect(await card.findByText('Off: nothing new is sent.')).toBeTruthy()
  fireEvent.click(card.getByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Test sent' }))

  await chooseMore('Edit webhook')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /message\.received/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Webhook updated' }))
  expect(writes()).toMatchObject([
    { method: 'PUT', path: '/api/webhooks/4', body: { enabled: false } },
    { method: 'POST', path: '/api/webhooks/4/test' },
    { method: 'PUT', path: '/api/webhooks/4', body: { url: acme.url, events: ['post.published', 'test'] } },
  ])

  await chooseMore('New secret')
  const rotation = within(await screen.findByRole('dialog', { name: 'New secret' }))
  fireEvent.click(rotation.getByRole('button', { name: 'Create new secret' }))
  expect(await rotation.findByDisplayValue(secret)).toBeTruthy()
  fireEvent.click(rotation.getByRole('button', { name: 'Done' }))

  await chooseMore('Delete webhook')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this webhook?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
  expect(writes().at(-1)).toMatchObject({ method: 'DELETE', path: '/api/webhooks/4' })
})

test('deliveries show their result, and can be sent again', async () => {
  const { writes, toast } = site({})
  fireEvent.click(await screen.findByRole('button', { name: 'Deliveries' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }))
  const [, sent, failed] = await dialog.findAllByRole('row')
  expect(sent?.textContent).toMatch(/Post published.*Sent.*204/)
  expect(failed?.textContent).toMatch(/Post published.*Failed.*It responded with 503.*10/)
  fireEvent.click(within(failed!).getByRole('button', { name: /^Retry: Post published, Mar 4, 2026/ }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Sending again' }))
  expect(writes()).toMatchObject([{ method: 'POST', path: '/api/webhooks/4/deliveries/8/retry' }])
})

async function chooseMore(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${acme.url}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
