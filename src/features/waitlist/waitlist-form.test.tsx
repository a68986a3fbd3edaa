import { afterEach, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { siteAtom } from '#contract/site'
import { toastAtom } from '#ui/toasts/toast'
import { renderPart } from '#test/render'
import { WaitlistForm } from './waitlist-form'

let fetch: Mock<typeof globalThis.fetch>
beforeEach(() => {
  fetch = spyOn(globalThis, 'fetch')
})
afterEach(() => fetch.mockRestore())

const answer = (status: number, body: object) =>
  Object.assign(async () => Response.json(body, { status }), { preconnect() {} })
const sent = (call: number) => fetch.mock.calls[call]?.[1]
const keyOf = (call: number) => new Headers(sent(call)?.headers).get('idempotency-key')
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
const button = () => screen.getByRole<HTMLButtonElement>('button')

test('the success message is beside the form until something new is typed', async () => {
  fetch.mockImplementation(answer(201, { message: 'One step is left.' }))
  renderPart(<WaitlistForm />)
  const confirmation = screen.getByRole('status')
  await userEvent.type(email(), 'ada@example.com{Enter}')
  await waitFor(() => expect(confirmation.textContent).toBe('Success! One step is left.'))
  await userEvent.type(email(), 'g')
  expect(confirmation.textContent).toBe('')
})

test('an invalid address is refused at the field, and nothing is sent', async () => {
  renderPart(<WaitlistForm />)
  await userEvent.type(email(), 'nobody@nowhere')
  await userEvent.click(button())
  expect(screen.getByText('Please enter a valid email address').id).toBe(email().getAttribute('aria-describedby') ?? '')
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email())
  expect(email().value).toBe('nobody@nowhere')
  expect(fetch).not.toHaveBeenCalled()
})

test('subscribing disables the button, then thanks and clears the field', async () => {
  const held = Promise.withResolvers<Response>()
  fetch.mockImplementation(Object.assign(() => held.promise, { preconnect() {} }))
  const { store } = renderPart(<WaitlistForm />)
  expect(button().textContent).toBe('Join Waitlist')
  await userEvent.type(email(), ' ada@example.com')
  const news = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send me news as well' })
  expect(news.checked).toBe(false)
  await userEvent.click(news)
  await userEvent.click(button())
  expect(JSON.parse(String(sent(0)?.body))).toEqual({ email: 'ada@example.com', news: true })
  await waitFor(() => expect(button().textContent).toBe('Joining...'))
  expect(button().disabled).toBe(true)
  held.resolve(Response.json({ message: 'ok' }, { status: 201 }))
  expect((await screen.findByText('Success!')).closest('output')?.textContent).toBe('Success! ok')
  // It is the one answer: no toast says it again.
  expect(store.get(toastAtom)).toBeNull()
  expect([email().value, news.checked]).toEqual(['', false])
  expect(button().disabled).toBe(false)
})

test('a failure is retried once with the same idempotency key, shown with its status, and keeps the address', async () => {
  fetch.mockImplementation(answer(500, { message: 'The sky fell' }))
  const { store } = renderPart(<WaitlistForm />)
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(button())
  await waitFor(() =>
    expect(store.get(toastAtom)).toMatchObject({
      title: 'Something went wrong.',
      description: '500: The sky fell',
      variant: 'destructive',
    }),
  )
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(keyOf(0)).toBeTruthy()
  expect(keyOf(1)).toBe(keyOf(0))
  expect(email().value).toBe('ada@example.com')
  await userEvent.click(button())
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(4))
  expect(keyOf(2)).toBe(keyOf(0))
  await waitFor(() => expect(button().disabled).toBe(false))
  await userEvent.type(email(), '.org')
  await userEvent.click(button())
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(6))
  expect(keyOf(4)).not.toBe(keyOf(0))
})

test('the toast of an attempt that failed is gone once another is sent', async () => {
  fetch.mockImplementation(answer(422, { message: 'Invalid' }))
  const { store } = renderPart(<WaitlistForm />)
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(button())
  await waitFor(() => expect(store.get(toastAtom)).not.toBeNull())
  fetch.mockImplementation(answer(201, { message: 'ok' }))
  await userEvent.click(button())
  await screen.findByText('Success!')
  expect(store.get(toastAtom)).toBeNull()
})

test('the same address entered again after a success is a new submission', async () => {
  fetch.mockImplementation(answer(201, { message: 'ok' }))
  renderPart(<WaitlistForm />)
  for (const call of [0, 1]) {
    await userEvent.type(email(), 'ada@example.com')
    await userEvent.click(button())
    await waitFor(() => expect([fetch.mock.calls.length, email().value]).toEqual([call + 1, '']))
  }
  expect(keyOf(0)).toBeTruthy()
  expect(keyOf(1)).not.toBe(keyOf(0))
})

test('without an answer it shows the default message', async () => {
  fetch.mockImplementation(Object.assign(() => Promise.reject(new TypeError('fetch failed')), { preconnect() {} }))
  const { store } = renderPart(<WaitlistForm />)
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(button())
  await waitFor(() => expect(store.get(toastAtom)?.description).toBe('Failed to join waitlist. Please try again.'))
})

test('validation errors of the server are at the field', async () => {
  fetch.mockImplementation(answer(422, { message: 'Invalid', issues: [{ path: 'email', message: 'No such place' }] }))
  renderPart(<WaitlistForm />)
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.click(button())
  expect(await screen.findByText('No such place')).toBeTruthy()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('the honeypot is hidden from people and from assistive technology', () => {
  const { container } = renderPart(<WaitlistForm />)
  const trap = container.querySelector<HTMLInputElement>('[name=website]')
  expect(trap?.closest('[aria-hidden=true]')).toBeTruthy()
  expect([trap?.tabIndex, trap?.getAttribute('autocomplete')]).toEqual([-1, 'off'])
  expect(screen.getAllByRole('textbox').length).toBe(1)
})

test('a filled honeypot is sent to the server', async () => {
  fetch.mockImplementation(answer(201, { message: 'ok' }))
  const { container } = renderPart(<WaitlistForm />)
  const trap = container.querySelector<HTMLInputElement>('[name=website]')
  if (trap) trap.value = 'https://spam.test'
  await userEvent.type(email(), 'bot@example.com')
  await userEvent.click(button())
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  expect(JSON.parse(String(sent(0)?.body))).toEqual({
    email: 'bot@example.com',
    website: 'https://spam.test',
  })
})

test('the address is sent alone, also after a tick that was taken back', async () => {
  fetch.mockImplementation(answer(201, { message: 'ok' }))
  renderPart(<WaitlistForm />)
  for (const clicks of [0, 2]) {
    fetch.mockClear()
    await userEvent.type(email(), 'ada@example.com')
    for (let click = 0; click < clicks; click++) await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(button())
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
    expect(JSON.parse(String(sent(0)?.body))).toEqual({ email: 'ada@example.com' })
    await waitFor(() => expect(email().value).toBe(''))
  }
})

test('for a newsletter alone there is nothing to tick', async () => {
  fetch.mockImplementation(answer(201, { message: 'ok' }))
  const { store } = renderPart(<WaitlistForm />)
  act(() => store.set(siteAtom, { ...store.get(siteAtom), signUp: 'news' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.type(email(), 'ada@example.com{Enter}')
  await screen.findByText('Success!')
  expect(JSON.parse(String(sent(0)?.body))).toEqual({ email: 'ada@example.com' })
})

test('posted without scripts, it is rendered with message, typed values and errors', () => {
  const { container, unmount } = renderPart(<WaitlistForm />, {
    formResult: {
      form: 'waitlist',
      status: 'error',
      message: 'Please look again',
      issues: [{ path: 'email', message: 'No address' }],
      values: { email: 'ada@', news: 'on' },
    },
  })
  const form = container.querySelector('form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/#waitlist'])
  expect(screen.getByRole('alert').textContent).toBe('Please look again')
  expect([email().value, screen.getByRole<HTMLInputElement>('checkbox').checked]).toEqual(['ada@', true])
  expect(screen.getByText('No address').id).toBe(email().getAttribute('aria-describedby') ?? '')
  unmount()
  renderPart(<WaitlistForm />, {
    formResult: { form: 'waitlist', status: 'success', message: 'You are on it', issues: [], values: {} },
  })
  expect(screen.getByText('You are on it').getAttribute('role')).toBe('status')
  expect(email().value).toBe('')
})

test('the answer to another form is ignored', () => {
  renderPart(<WaitlistForm />, {
    formResult: { form: 'contact', status: 'error', message: 'Elsewhere', issues: [], values: { email: 'x@y.zz' } },
  })
  expect(screen.queryByText('Elsewhere')).toBeNull()
  expect(email().value).toBe('')
})
