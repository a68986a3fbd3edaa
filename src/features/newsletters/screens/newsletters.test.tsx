import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { everybody, type Newsletter, newsletterInput, type NewsletterPreview } from '../contract'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { NewslettersScreen } from './newsletters'
import { textsIn } from '#test/content/texts-in'

beforeEach(startAfresh)
afterEach(() => setSystemTime())

const letter: Newsletter = {
  id: 3,
  post: 7,
  subject: textsIn('First post', { es: 'Primer artículo' }),
  hasOwnSubject: true,
  title: null,
  body: null,
  segment: everybody,
  untranslated: 'send',
  introduction: null,
  audience: 'all',
  state: 'draft',
  sendAt: null,
  total: 0,
  sent: 0,
  failed: 0,
  bounced: 0,
  unsubscribed: 0,
  createdAt: '2026-11-20T09:00:00.000Z',
  version: 2,
}
const preview: NewsletterPreview = textsIn({
  language: 'en',
  subject: 'First post',
  text: 'Read it here.',
  html: '<p>Read it here.</p>',
})
const unknown = { ok: null, record: null, advice: 'Ask again' }

const api =
  (write: ApiStandIn, now: () => Newsletter = () => letter): ApiStandIn =>
  (request) => {
    const { method, path } = request
    if (method !== 'GET') return write(request)
    if (path === '/api/newsletters') return { json: [now()] }
    if (path === '/api/newsletters/readers?state=waitlist') return { json: { all: 3, en: 2, es: 1 } }
    if (path.startsWith('/api/newsletters/readers?')) return { json: { all: 5, en: 5, es: 0 } }
    if (path === '/api/newsletters/readers') return { json: { all: 12, en: 8, es: 4 } }
    if (path === '/api/newsletters/3') return { json: now() }
    if (path === '/api/newsletters/3/preview') return { json: preview }
    if (path === '/api/mail/domain')
      return {
        json: { domain: 'acme.example', spf: { ...unknown, ok: false, advice: 'Add a record' }, dmarc: unknown },
      }
    return path.startsWith('/api/blog?') ? { json: [editedPost], total: 1 } : undefined
  }

test('the focus follows from a newsletter to the list and back', async () => {
  renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 404 })),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  for (const name of ['All letters', 'First post']) {
    fireEvent.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    screen.getByRole('heading', { level: 1 }).blur()
  }
})

test('a newsletter is created from a post, and errors are at their fields with the text kept', async () => {
  let answer: ReturnType<ApiStandIn> = {
    status: 422,
    json: { message: 'Not valid', issues: [{ path: 'subject.en', message: 'Too long' }] },
  }
  const { writes, location } = renderAdmin(
    <NewslettersScreen />,
    api(() => answer),
    'en',
    { path: '/admin/newsletters/?post=7' },
  )
  const english = within(await screen.findByRole('group', { name: 'English' }))
  expect(((await screen.findByLabelText('Post')) as HTMLSelectElement).value).toBe('7')
  expect(screen.getByRole('radio', { name: /Readers in Spanish 4 readers now/ })).toBeTruthy()
  fireEvent.change(english.getByLabelText('Subject'), { target: { value: 'News' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and preview' }))
  await screen.findByText('Too long')
  expect((english.getByLabelText('Subject') as HTMLInputElement).value).toBe('News')
  answer = { status: 201, json: letter }
  fireEvent.click(screen.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/newsletters/?letter=3'))
  expect(writes().at(-1)?.body).toEqual({
    post: 7,
    subject: textsIn('News', { es: '' }),
    introduction: null,
    audience: 'all',
  })
})

test('without a post a newsletter is refused at its choice, which says what to do', async () => {
  const issues = [{ path: 'post', message: 'This value isn’t valid' }]
  renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 422, json: { message: 'Not valid', issues } })),
    'en',
    { path: '/admin/newsletters/?new=1' },
  )
  const post = await screen.findByLabelText<HTMLSelectElement>('Post')
  // Ctrl+S submits it.
  expect(post.form?.hasAttribute('data-saves')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() => expect(document.activeElement).toBe(post))
  expect(document.getElementById(post.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Choose a published post',
  )
})

test('a rejected change of a stored newsletter is marked at its field, named in the toast and kept', async () => {
  const issues = [{ path: 'subject.en', message: 'Too long' }]
  const { toast } = renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 422, json: { message: 'Not valid', issues } })),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  const subject = within(await screen.findByRole('group', { name: 'English' })).getByLabelText<HTMLInputElement>(
    'Subject',
  )
  fireEvent.change(subject, { target: { value: 'News' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'The letter couldn’t be saved', description: 'Too long' }))
  await waitFor(() => expect(document.activeElement).toBe(subject))
  expect([subject.getAttribute('aria-invalid'), subject.value]).toEqual(['true', 'News'])
})

test('one that somebody else has deleted meanwhile can be created anew from what was typed', async () => {
  const made = { ...letter, id: 5, version: 1 }
  const { writes, location } = renderAdmin(
    <NewslettersScreen />,
    (request) => {
      if (request.path === '/api/newsletters/5') return { json: made }
      if (request.path === '/api/newsletters/5/preview') return { json: preview }
      return api(({ method }) =>
        method === 'PUT' ? { status: 404, json: { message: 'Gone' } } : { status: 201, json: made },
      )(request)
    },
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  const subject = within(await screen.findByRole('group', { name: 'English' })).getByLabelText('Subject')
  fireEvent.change(subject, { target: { value: 'News' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const create = await screen.findByRole('button', { name: 'Create it anew' })
  await waitFor(() => expect(document.activeElement?.contains(create)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
  fireEvent.click(create)
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/newsletters/?letter=5'))
  expect(writes().at(-1)).toMatchObject({ method: 'POST', path: '/api/newsletters', body: { subject: { en: 'News' } } })
})

test('it is previewed, tested, changed, and sent after a confirmation with the number of recipients', async () => {
  let now = letter
  const { writes, toast } = renderAdmin(
    <NewslettersScreen />,
    api(
      ({ method, path }) => {
        if (path.endsWith('/test')) return { status: 202, json: { to: 'ada@acme.example' } }
        if (method === 'PUT') now = { ...now, version: 3 }
        if (path.endsWith('/send')) now = { ...now, state: 'sending', total: 12, sent: 5, bounced: 2 }
        if (path.endsWith('/cancel')) now = { ...now, state: 'cancelled' }
        return { status: path.endsWith('/send') ? 202 : 200, json: now }
      },
      () => now,
    ),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  const frame = (await screen.findByTitle('What readers receive')) as HTMLIFrameElement
  expect(frame.getAttribute('src')).toBe('/api/newsletters/3/html?language=en')
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  fireEvent.click(screen.getByRole('radio', { name: 'Plain text' }))
  expect(screen.getByText('Read it here.')).toBeTruthy()
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Language of the preview' })).getByRole('radio', { name: 'Spanish' }),
  )
  expect(screen.getByText(/these readers get the English one/)).toBeTruthy()
  expect(await screen.findByText(/Add a record/)).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Send a test to me' }))
  await waitFor(() => expect(toast()?.title).toBe('A test is on its way to ada@acme.example'))
  const spanish = within(screen.getByRole('group', { name: 'Spanish' }))
  fireEvent.change(spanish.getByLabelText('Introduction'), { target: { value: 'Hola' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toast()?.title).toBe('Letter saved'))
  expect(writes().at(-1)).toMatchObject({
    method: 'PUT',
    version: '"2"',
    body: { introduction: textsIn('', { es: 'Hola' }) },
  })

  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send this letter?' }))
  expect(question.getByText(/^12 readers receive it/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Send to 12 readers' }))
  await screen.findByText('7 of 12 done')
  expect(screen.getByText('Sending').closest('output')).not.toBeNull()
  expect(writes().at(-1)).toMatchObject({ path: '/api/newsletters/3/send', body: {} })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Cancel sending…' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Cancel sending?' }))
  fireEvent.click(asked.getByRole('button', { name: 'Cancel sending' }))
  await screen.findByText(/^Cancelled/)
  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  const again = within(await screen.findByRole('dialog', { name: 'Send this letter?' }))
  expect(
    again.getByText(/^There are 12 readers now\. Those who haven’t received the letter yet will get it/),
  ).toBeTruthy()
  expect(again.getByRole('button', { name: 'Send to the rest' })).toBeTruthy()
})

test('a time that has passed is refused at its field, since the letter would be sent at once', async () => {
  const { writes } = renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 202, json: letter })),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Send…' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'At a set time' }))
  const schedule = await screen.findByRole('button', { name: 'Schedule for 12 readers' })
  setSystemTime(Date.now() + 3 * 3_600_000)
  fireEvent.click(schedule)
  expect(await screen.findByText('Choose a time in the future')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
  setSystemTime()
  fireEvent.click(schedule)
  await waitFor(() => expect(writes()).toMatchObject([{ path: '/api/newsletters/3/send' }]))
})

test('a draft is deleted after a question, and the list says so', async () => {
  const { toast, location } = renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 204 })),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toast()?.title).toBe('Draft deleted'))
  expect(location.history.at(-1)).toBe('/admin/newsletters/')
})

test('a newsletter cancelled before its time has no rest to send', async () => {
  renderAdmin(
    <NewslettersScreen />,
    api(
      () => undefined,
      () => ({ ...letter, state: 'cancelled' }),
    ),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Send…' }))
  expect(await screen.findByRole('button', { name: 'Send to 12 readers' })).toBeTruthy()
})

test('concurrent changes of a newsletter are merged, with a choice where both changed the same', async () => {
  let now: Newsletter = letter
  const { writes, toast } = renderAdmin(
    <NewslettersScreen />,
    api(
      ({ version, body }) => {
        if (version !== `"${now.version}"`) return { status: 412, json: { message: 'Somebody was first' } }
        const { subject, introduction = null } = newsletterInput.parse(body)
        now = { ...now, subject: subject ?? now.subject, introduction, version: now.version + 1 }
        return { status: 200, json: now }
      },
      () => now,
    ),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  const english = within(await screen.findByRole('group', { name: 'English' }))
  fireEvent.change(english.getByLabelText('Introduction'), { target: { value: 'Mine' } })
  // Unsaved changes would not be sent.
  expect(screen.getByRole('button', { name: 'Send…' })).toHaveProperty('disabled', true)
  now = {
    ...letter,
    subject: { ...letter.subject, es: 'Otro' },
    introduction: textsIn('Theirs', { es: '' }),
    version: 3,
  }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const choice = within(await screen.findByRole('radiogroup', { name: 'Introduction (English)' }))
  expect(choice.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    expect.stringContaining('Mine'),
    expect.stringContaining('Theirs'),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(toast()?.title).toBe('Letter saved'))
  expect(writes().at(-1)).toMatchObject({
    version: '"3"',
    body: { subject: textsIn('First post', { es: 'Otro' }), introduction: textsIn('Mine', { es: '' }) },
  })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send…' })).toHaveProperty('disabled', false))
})

test('where two have chosen another post or audience, both are named', async () => {
  let now: Newsletter = letter
  const standIn = api(
    () => ({ status: 412, json: { message: 'Somebody was first' } }),
    () => now,
  )
  renderAdmin(
    <NewslettersScreen />,
    (request) => {
      if (!request.path.startsWith('/api/blog?')) return standIn(request)
      const posts = [
        { ...editedPost, id: 7, title: 'First post' },
        { ...editedPost, id: 8, title: 'Cranes' },
        { ...editedPost, id: 9, title: 'Old looms' },
      ]
      const id = new URLSearchParams(request.path.split('?')[1]).get('id')
      const rows = id === null ? posts.slice(0, 2) : posts.filter((one) => String(one.id) === id)
      return { json: rows, total: rows.length }
    },
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  await screen.findByRole('option', { name: 'Cranes' })
  fireEvent.change(screen.getByLabelText('Post'), { target: { value: '8' } })
  fireEvent.click(screen.getByRole('radio', { name: /Readers in Spanish/ }))
  now = { ...letter, post: 9, audience: 'en', version: 3 }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const told = async (name: string) =>
    within(await screen.findByRole('radiogroup', { name }))
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('aria-label'))
  await waitFor(async () => expect(await told('Post')).toEqual(['Yours Cranes', expect.stringContaining('Old looms')]))
  expect(await told('Readers')).toEqual(['Yours Readers in Spanish', expect.stringContaining('Readers in English')])
})

test('a subject that is the title of the post stays so, whatever else is changed', async () => {
  const { writes } = renderAdmin(
    <NewslettersScreen />,
    api(
      () => ({ json: { ...letter, hasOwnSubject: false, version: 3 } }),
      () => ({ ...letter, hasOwnSubject: false }),
    ),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  const english = within(await screen.findByRole('group', { name: 'English' }))
  expect((english.getByLabelText('Subject') as HTMLInputElement).value).toBe('')
  fireEvent.change(english.getByLabelText('Introduction'), { target: { value: 'Dear all' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(writes().at(-1)?.body).toMatchObject({ subject: null }))
})

test('a site that sends no mail says so before a letter is written', async () => {
  const mail = { configured: true, ok: null, lastError: null, waiting: 0, failed: 0 }
  const standIn =
    (configured: boolean): ApiStandIn =>
    ({ path }) =>
      path === '/api/newsletters' ? { json: [] } : path === '/api/mail' ? { json: { ...mail, configured } } : undefined
  renderAdmin(<NewslettersScreen />, standIn(false), 'en', { path: '/admin/newsletters/' })
  await screen.findByText('This site doesn’t send mail')
  renderAdmin(<NewslettersScreen />, standIn(true), 'en', { path: '/admin/newsletters/' })
  await screen.findByText('No letters yet')
  expect(screen.queryByText('This site doesn’t send mail')).toBeNull()
})

test('newsletters are listed by sending date', async () => {
  const at = (id: number, sendAt: string | null) => ({
    ...letter,
    id,
    sendAt,
    subject: textsIn(`Letter ${id}`, { es: '' }),
  })
  renderAdmin(
    <NewslettersScreen />,
    ({ path }) =>
      path === '/api/newsletters'
        ? { json: [at(3, null), at(2, '2999-01-01T09:00:00.000Z'), at(1, '2026-11-21T09:00:00.000Z')] }
        : undefined,
    'en',
    { path: '/admin/newsletters/' },
  )
  await screen.findByRole('link', { name: 'Letter 1' })
  const rows = screen.getAllByRole('link', { name: /^Letter/ }).map(({ textContent }) => textContent)
  expect(rows).toEqual(['Letter 2', 'Letter 1', 'Letter 3'])
})

test('one of many posts is found by searching', async () => {
  const standIn = api(() => undefined)
  renderAdmin(
    <NewslettersScreen />,
    (request) => {
      const asked = new URLSearchParams(request.path.split('?')[1])
      if (!request.path.startsWith('/api/blog?')) return standIn(request)
      return asked.get('q') === 'looms'
        ? { json: [{ ...editedPost, id: 412, title: 'Old looms' }], total: 1 }
        : { json: [editedPost], total: 130 }
    },
    'en',
    { path: '/admin/newsletters/?new=1' },
  )
  const search = await screen.findByRole('searchbox', { name: 'Find a post' })
  expect(screen.getByText('1 of 130 posts to choose from')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'looms' } })
  await screen.findByRole('option', { name: 'Old looms' })
  fireEvent.change(screen.getByLabelText('Post'), { target: { value: '412' } })
  // It stays selected when the search changes.
  fireEvent.change(search, { target: { value: '' } })
  await screen.findByText('1 of 130 posts to choose from')
  expect(screen.getByLabelText('Post')).toHaveProperty('value', '412')
})

test('a letter that mail programs would cut is sent after a warning with its size, a short one without', async () => {
  for (const [size, audience, warns] of [
    [139_500, 'all', true],
    [139_500, 'es', true],
    [139_500, 'en', false],
    [92_160, 'all', false],
  ] as const) {
    const of = api(
      () => undefined,
      () => ({ ...letter, audience }),
    )
    const large = { en: { ...preview.en, size: 20_000 }, es: { ...preview.es, size } }
    const { unmount } = renderAdmin(
      <NewslettersScreen />,
      (request) => (request.path.endsWith('/preview') ? { json: large } : of(request)),
      'en',
      { path: '/admin/newsletters/?letter=3' },
    )
    await screen.findByTitle('What readers receive')
    fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
    const question = within(await screen.findByRole('dialog', { name: 'Send this letter?' }))
    if (warns) expect(await question.findByText(/^This letter is 137 KB/)).toBeTruthy()
    else expect(question.queryByText(/^This letter is/)).toBeNull()
    unmount()
  }
})

test('a letter of its own is written in both languages, for some of the readers', async () => {
  const { writes, location } = renderAdmin(
    <NewslettersScreen />,
    api(() => ({ status: 201, json: letter })),
    'en',
    { path: '/admin/newsletters/?new=1' },
  )
  fireEvent.click(await screen.findByRole('radio', { name: /^A separate letter/ }))
  expect(screen.queryByLabelText('Post')).toBeNull()
  const write = async (language: string, title: string, html: string) => {
    const texts = within(screen.getByRole('group', { name: language }))
    fireEvent.change(texts.getByLabelText('Title'), { target: { value: title } })
    expect((await texts.findAllByText('Text')).length).toBeGreaterThan(0)
    // The source, because a test browser has no layout to type formatted text in.
    const source = texts.getByText('Advanced').closest('details')!
    source.open = true
    fireEvent(source, new Event('toggle'))
    fireEvent.change(await texts.findByLabelText('Text (HTML source)'), { target: { value: html } })
  }
  await write('English', 'Summer news', '<p>We moved.</p>')
  await write('Spanish', 'Noticias', '<p>Nos hemos mudado.</p>')
  fireEvent.click(screen.getByText('Only some of them'))
  fireEvent.click(screen.getByRole('radio', { name: /^The waitlist only 3 readers now/ }))
  expect(await screen.findByText(/but didn’t ask for news/)).toBeTruthy()
  expect(await screen.findByRole('radio', { name: /^Everybody 3 readers now/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/newsletters/?letter=3'))
  expect(writes().at(-1)?.body).toEqual({
    title: textsIn('Summer news', { es: 'Noticias' }),
    body: textsIn('<p>We moved.</p>', { es: '<p>Nos hemos mudado.</p>' }),
    subject: null,
    introduction: null,
    audience: 'all',
    segment: { joinedFrom: null, joinedUntil: null, state: 'waitlist' },
  })
})

test('before sending it says what is missing in a language, and asks what these readers get', async () => {
  const own: Newsletter = {
    ...letter,
    post: null,
    title: textsIn('News', { es: '' }),
    body: textsIn('<p>We moved.</p>', { es: '' }),
  }
  const standIn = api(
    () => ({ status: 202, json: own }),
    () => own,
  )
  const { writes } = renderAdmin(
    <NewslettersScreen />,
    (request) =>
      request.path.endsWith('/preview')
        ? { json: { en: { ...preview.en, missing: [] }, es: { ...preview.es, missing: ['title', 'body'] } } }
        : standIn(request),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  await screen.findByTitle('What readers receive')
  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send this letter?' }))
  expect((await question.findByRole('alert')).textContent).toContain(
    'Spanish (4 readers): not written in this language.',
  )
  const button = (name: string) => question.getByRole<HTMLButtonElement>('button', { name })
  expect(button('Send to 12 readers').disabled).toBe(true)
  fireEvent.click(question.getByRole('radio', { name: 'The letter in English' }))
  expect(button('Send to 12 readers').disabled).toBe(false)
  fireEvent.click(question.getByRole('radio', { name: /^Nothing: leave them out/ }))
  fireEvent.click(button('Send to 8 readers'))
  await waitFor(() =>
    expect(writes().at(-1)).toMatchObject({ path: '/api/newsletters/3/send', body: { untranslated: 'skip' } }),
  )
})

test('a part that is missing, or still in the other language, is named', async () => {
  const standIn = api(() => undefined)
  renderAdmin(
    <NewslettersScreen />,
    (request) =>
      request.path.endsWith('/preview')
        ? { json: { ...preview, es: { ...preview.es, language: 'es', missing: ['introduction', 'body'] } } }
        : standIn(request),
    'en',
    { path: '/admin/newsletters/?letter=3' },
  )
  await screen.findByTitle('What readers receive')
  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send this letter?' }))
  expect((await question.findByRole('alert')).textContent).toContain(
    'Spanish (4 readers): introduction and text missing or still in English.',
  )
  expect(question.getByRole('radio', { name: 'The letter, with these parts in English' })).toBeTruthy()
})
