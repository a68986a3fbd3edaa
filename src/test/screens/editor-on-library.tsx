import { screen } from '@testing-library/react'
import { expect } from 'bun:test'
import { BlogScreen } from '#admin/blog'
import { CustomPagesScreen } from '#admin/custom-pages'
import { ProjectsScreen } from '#admin/projects'
import { PictureLibraryProvider } from '#admin/shell/picture-library-provider'
import { type ApiStandIn, renderAdmin } from '../admin-screen'
import { host, type TestLibrary } from '../library'

/** The real API, in process, instead of a stand-in. */
export const realApi =
  ({ t, cookie }: TestLibrary): ApiStandIn =>
  async ({ method, path, body, version, key }) => {
    const answer = await t.ask(path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        origin: host,
        cookie: cookie(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === null ? {} : { 'if-match': version }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
    })
    const text = await answer.text()
    return {
      status: answer.status,
      json: text === '' ? undefined : JSON.parse(text),
      total: Number(answer.headers.get('x-total-count') ?? 0),
    }
  }

/** The API's response to an administrator. */
export async function storedIn<Answer = unknown>({ t, cookie }: TestLibrary, path: string): Promise<Answer> {
  const answer = await t.ask(path, { headers: { cookie: cookie() } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

const screens = { blog: BlogScreen, projects: ProjectsScreen, pages: CustomPagesScreen }

/** Stores a draft with these values, and opens its editor. */
export async function editDraft(library: TestLibrary, kind: keyof typeof screens, values: object) {
  const answer = await library.write('POST', `/api/${kind}`, { title: 'Cranes', ...values, status: 'draft' })
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  return openEditor(library, kind, id)
}

/** Opens the editor of a stored record. */
export async function openEditor(library: TestLibrary, kind: keyof typeof screens, id: number) {
  const Screen = screens[kind]
  const shown = renderAdmin(
    <PictureLibraryProvider>
      <Screen />
    </PictureLibraryProvider>,
    realApi(library),
    'en',
    { path: `/admin/${kind}/?edit=${id}` },
  )
  await screen.findAllByRole('textbox', { name: 'Title' })
  return shown
}
