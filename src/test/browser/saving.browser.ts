import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Route } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { forgetUnsaved, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let session: { name: string; value: string; url: string }
let tab: Tab

const open = async () => {
  const opened = await openTab(browser, { baseURL: site.url })
  await opened.context().addCookies([session])
  return opened
}
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  session = { name, value, url: site.url }
  tab = await open()
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

type Stored = { id: number; slug: string; title: string; draft: { values: { title: string } } | null }
const list = async (path: string): Promise<Stored[]> => (await tab.request.get(`${path}?status=all`)).json()
const find = async (path: string, slug: string): Promise<Stored> =>
  (await tab.request.get(`${path}/${slug}?status=all`)).json()
const headers = () => ({ origin: site.url })

const title = () => tab.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true })
const addNew = async (screen: string) => {
  await forgetUnsaved(tab)
  await tab.goto(`/admin/${screen}/`)
  await tab.getByRole('button', { name: 'Add New' }).click()
}
const edit = async (screen: string, id: number | string) => {
  await forgetUnsaved(tab)
  await tab.goto(`/admin/${screen}/?edit=${id}`)
  await tab.getByRole('dialog').waitFor()
}
const discard = () =>
  tab.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard changes' }).click()
const isClosed = () => tab.getByRole('dialog').waitFor({ state: 'detached' })

/** Delays an autosave request, or its response, until it is released. */
async function holdAutosave(method: 'POST' | 'PUT', on: 'its way' | 'its way back') {
  let arrived = () => {}
  let release = () => {}
  const isThere = new Promise<void>((resolve) => (arrived = resolve))
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const isWrite = (url: URL) => /^\/api\/(blog|projects|page-contents)\b/.test(url.pathname)
  let isHeld = false
  const hold = async (route: Route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    const response = on === 'its way back' ? await route.fetch() : undefined
    arrived()
    await isReleased
    return response ? route.fulfill({ response }) : route.continue()
  }
  await tab.route(isWrite, hold)
  return { isThere, release }
}

describe('Discard leaves nothing', () => {
  for (const [screen, path] of [
    ['blog', '/api/blog'],
    ['projects', '/api/projects'],
  ] as const) {
    test(`of a new one in ${screen}, however long its dialog is open`, async () => {
      const before = await list(path)
      const others = tab
      tab = await open()
      await tab.clock.install()
      await addNew(screen)
      await title().fill('Begun and given up')
      await tab.keyboard.press('Escape')
      await tab.getByRole('alertdialog', { name: 'Discard changes?' }).waitFor()
      await tab.clock.runFor(60_000)
      await discard()
      await isClosed()
      expect(await tab.getByText('Draft saved').count()).toBe(0)
      expect(await list(path)).toEqual(before)
      await tab.reload()
      await tab.getByRole('rowheader').first().waitFor()
      expect(await tab.getByText('Begun and given up').count()).toBe(0)
      await tab.context().close()
      tab = others
    })

    for (const on of ['its way', 'its way back'] as const) {
      test(`of a new one in ${screen} while its autosave is on ${on}`, async () => {
        const before = await list(path)
        await addNew(screen)
        const autosave = await holdAutosave('POST', on)
        await title().fill('Saved and given up')
        await autosave.isThere
        await tab.keyboard.press('Escape')
        await discard()
        autosave.release()
        await isClosed()
        expect(await tab.getByText('Draft saved').count()).toBe(0)
        expect(await list(path)).toEqual(before)
        expect((await (await tab.request.get(`${path}?status=trashed`)).json()) as unknown[]).toEqual([])
      })
    }

    test(`of what was autosaved in ${screen} beside a live version, or in a draft`, async () => {
      const [{ id, slug }] = (await list(path)) as [Stored]
      const live = await find(path, slug)
      expect(live.draft).toBeNull()
      await edit(screen, id)
      const autosave = await holdAutosave('PUT', 'its way back')
      await title().fill('Changed and given up')
      await autosave.isThere
      await tab.keyboard.press('Escape')
      await discard()
      autosave.release()
      await isClosed()
      expect((await find(path, slug)).draft).toBeNull()

      const drafted = { ...live, title: 'A draft of before' }
      expect((await tab.request.put(`${path}/${id}/draft`, { data: drafted, headers: headers() })).status()).toBe(200)
      await edit(screen, id)
      await title().fill('Changed again')
      await tab.locator('.edit-keeping[data-at=saved]').waitFor()
      expect((await find(path, slug)).draft?.values.title).toBe('Changed again')
      await title().fill('Changed again and given up')
      await tab.keyboard.press('Escape')
      await discard()
      await isClosed()
      expect((await find(path, slug)).draft?.values.title).toBe('A draft of before')
      expect((await find(path, slug)).title).toBe(live.title)
    })
  }

  test('of what was autosaved in a draft record', async () => {
    const created = await tab.request.post('/api/blog', {
      data: { title: 'Only a draft', status: 'draft', content: '<p>One</p>' },
      headers: headers(),
    })
    const { id, slug } = (await created.json()) as Stored
    await edit('blog', id)
    const autosave = await holdAutosave('PUT', 'its way back')
    await title().fill('Only a draft, changed')
    await autosave.isThere
    await tab.keyboard.press('Escape')
    await discard()
    autosave.release()
    await isClosed()
    expect((await find('/api/blog', slug)).title).toBe('Only a draft')
  })

  test('of what was autosaved of a page, but keeps what somebody has saved', async () => {
    const page = async () =>
      (await (await tab.request.get('/api/page-contents/about?status=all')).json()) as {
        draft: { values: { content: string } } | null
      }
    await edit('content', 'about')
    const heading = tab.getByRole('textbox', { name: 'Title', exact: true })
    const autosave = await holdAutosave('PUT', 'its way back')
    await heading.fill('Changed and given up')
    await autosave.isThere
    await tab.keyboard.press('Escape')
    await discard()
    autosave.release()
    await isClosed()
    expect((await page()).draft).toBeNull()

    await edit('content', 'about')
    await heading.fill('Saved by hand')
    await tab.getByRole('button', { name: 'Save draft' }).click()
    await tab.getByText('Draft saved').first().waitFor()
    const kept = await holdAutosave('PUT', 'its way back')
    await heading.fill('Saved by hand and changed')
    await kept.isThere
    await tab.keyboard.press('Escape')
    await discard()
    kept.release()
    await isClosed()
    expect((await page()).draft?.values.content).toContain('"Saved by hand"')
  })
})
