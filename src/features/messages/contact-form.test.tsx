import { afterEach, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toastAtom } from '#ui/toasts/toast'
import { renderPart } from '#test/render'
import { ContactForm } from './contact-form'

let fetch: Mock<typeof globalThis.fetch>
beforeEach(() => {
  fetch = spyOn(globalThis, 'fetch')
})
afterEach(() => fetch.mockRestore())

const answer = (respond: () => Promise<Response>) =>
  fetch.mockImplementation(Object.assign(respond, { preconnect() {} }))
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = () => screen.getByRole<HTMLButtonElement>('button')

async function fillAndSend() {
  await userEvent.type(field('Name'), 'Ada')
  await userEvent.type(field('Email'), 'ada@example.com')
  await userEvent.type(field('Subject'), 'A question')
  await userEvent.type(field('Message'), 'Line one')
  await userEvent.click(button())
}

test('asks for all four fields, the message in six rows', () => {
  renderPart(<ContactForm />)
  expect(['Name', 'Email', 'Subject', 'Message'].map((name) => field(name).required)).toEqual([true, true, true, true])
  expect(field('Email').type).toBe('email')
  expect(field('Message').getAttribute('rows')).toBe('6')
})

test('sending disables the button, then thanks and clears the form', async () => {
  const held = Promise.withResolvers<Response>()
  answer(() => held.promise)
  const { store } = renderPart(<ContactForm />)
  await fillAndSend()
  await waitFor(() => expect(button().disabled).toBe(true))
  expect(button().textContent).toBe('Sending...')
  held.resolve(Response.json({ message: 'ok' }, { status: 201 }))
  const said = "Message sent We've received your message and will get back to you soon!"
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(said))
  // It is the one answer: no toast says it again.
  expect(store.get(toastAtom)).toBeNull()
  expect(['Name', 'Email', 'Subject', 'Message'].map((name) => field(name).value)).toEqual(['', '', '', ''])
  const [path, request] = fetch.mock.calls[0] ?? []
  expect([path, request?.method]).toEqual(['/api/contact', 'POST'])
  expect(JSON.parse(String(request?.body))).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'A question',
    message: 'Line one',
    website: '',
    formTime: expect.any(Number),
  })
})

test('the success message is beside the form until something new is typed', async () => {
  answer(async () => Response.json({ message: 'ok' }, { status: 201 }))
  renderPart(<ContactForm />)
  const confirmation = screen.getByRole('status')
  expect(confirmation.textContent).toBe('')
  await fillAndSend()
  await waitFor(() =>
    expect(confirmation.textContent).toBe("Message sent We've received your message and will get back to you soon!"),
  )
  await userEvent.type(field('Name'), 'G')
  expect(confirmation.textContent).toBe('')
})

test('an error of the server is shown in its own words, and typed values are kept', async () => {
  answer(async () => Response.json({ message: 'Please wait a minute' }, { status: 429 }))
  const { store } = renderPart(<ContactForm />)
  await fillAndSend()
  await waitFor(() =>
    expect(store.get(toastAtom)).toMatchObject({
      title: 'Error',
      description: 'Please wait a minute',
      variant: 'destructive',
    }),
  )
  expect(field('Message').value).toBe('Line one')
})

test('the toast of an attempt that failed is gone once another is sent', async () => {
  answer(async () => Response.json({ message: 'Please wait a minute' }, { status: 429 }))
  const { store } = renderPart(<ContactForm />)
  await fillAndSend()
  await waitFor(() => expect(store.get(toastAtom)).not.toBeNull())
  answer(async () => Response.json({ message: 'ok' }, { status: 201 }))
  await userEvent.click(button())
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Message sent'))
  expect(store.get(toastAtom)).toBeNull()
})

test('an error without a message shows the default one', async () => {
  const page = () =>
    new Response('<h1>Bad Gateway</h1>', {
      status: 400,
      statusText: 'Bad Gateway',
      headers: { 'content-type': 'text/html' },
    })
  for (const respond of [
    () => Promise.reject(new TypeError('fetch failed')),
    async () => new Response('', { status: 400, statusText: 'Bad Request' }),
    async () => page(),
  ]) {
    answer(respond)
    const { store } = renderPart(<ContactForm />)
    await fillAndSend()
    await waitFor(() =>
      expect(store.get(toastAtom)).toMatchObject({
        title: 'Failed to send message',
        description: 'There was a problem sending your message. Please try again.',
        variant: 'destructive',
      }),
    )
  }
})

test('validation errors of the server are at the fields, and the first of them has the focus', async () => {
  answer(async () =>
    Response.json(
      {
        message: 'Invalid',
        issues: [
          { path: 'message', message: 'Too long' },
          { path: 'subject', message: 'Missing' },
        ],
      },
      { status: 422 },
    ),
  )
  renderPart(<ContactForm />)
  await fillAndSend()
  expect((await screen.findByText('Missing')).id).toBe(field('Subject').getAttribute('aria-describedby') ?? '')
  expect(screen.getByText('Too long').id).toBe(field('Message').getAttribute('aria-describedby') ?? '')
  expect(document.activeElement).toBe(field('Subject'))
  expect(field('Name').getAttribute('aria-invalid')).toBeNull()
})

test('posted without scripts, it is rendered with message, typed values and errors', () => {
  const { container } = renderPart(<ContactForm />, {
    formResult: {
      form: 'contact',
      status: 'error',
      message: 'Please look again',
      issues: [{ path: 'email', message: 'No address' }],
      values: { name: 'Ada', message: 'Two\nlines' },
    },
  })
  const form = container.querySelector('form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/contact/#message'])
  expect(screen.getByRole('alert').textContent).toBe('Please look again')
  expect([field('Name').value, field('Message').value]).toEqual(['Ada', 'Two\nlines'])
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
})
