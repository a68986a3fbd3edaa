import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { hydrated, launch, openTab } from './browser'

let browser: Browser
let site: SiteProcess
let admin: Client

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '0' } })])
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const run = 'window.ran=1'
const elements = [
  'img src=x',
  'svg',
  'iframe',
  'object',
  'embed',
  'video src=x',
  'audio src=x',
  'details open',
  'body',
  'input autofocus',
  'marquee',
  'math',
  'a href=#',
  'button autofocus',
  'select autofocus',
  'table',
  'p',
  'h2 tabindex=0 autofocus',
  'figure',
  'x-unknown',
]
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
  'OnBegin',
]
const schemes = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  ` javascript:${run}`,
  `javascript&colon;${run}`,
  `&#106;avascript:${run}`,
  `data:text/html,<script>parent.ran=1</script>`,
  `vbscript:${run}`,
]
const attacks = [
  ...elements.flatMap((element) => handlers.map((handler) => `<${element} ${handler}="${run}">`)),
  ...schemes.flatMap((scheme) => [
    `<a href="${scheme}">a</a>`,
    `<iframe src="${scheme}"></iframe>`,
    `<form action="${scheme}"><button>b</button></form>`,
    `<svg><a xlink:href="${scheme}"><text>t</text></a></svg>`,
  ]),
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext><script>${run}</script></mtext></math>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<style>@import 'javascript:${run}'</style>`,
  `<noscript><p title="</noscript><script>${run}</script>">`,
  `<template><script>${run}</script></template>`,
  `</script><script>${run}</script>`,
  `<!--><script>${run}</script>-->`,
  `<textarea></textarea><script>${run}</script>`,
  `"><script>${run}</script>`,
  `'-${run}-'`,
  `\${${run}}`,
  `{{constructor.constructor('${run}')()}}`,
  `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<link rel="stylesheet" href="javascript:${run}">`,
  `<img src="x\` \`<script>${run}</script>"\` \`>`,
]

test('no script in any field runs in the browser of a visitor or of the administrator', async () => {
  expect(attacks.length).toBeGreaterThan(200)
  const html = `<p>Begin</p>${attacks.join('\n')}`
  const short = `</script><script>${run}</script><img src=x onerror=${run}>`
  await created(
    admin.write('POST', '/api/blog', {
      title: short,
      slug: 'attack',
      excerpt: short,
      content: html,
      imageUrl: '/og.png',
      category: short,
      metadata: { title: short, description: short, keywords: short },
    }),
  )
  await created(
    admin.write('POST', '/api/projects', {
      title: short,
      slug: 'attack',
      description: short,
      content: JSON.stringify({ content: html, metadata: { title: short } }),
      category: short,
      imageUrl: '/og.png',
      isFeatured: true,
    }),
  )
  const texts = {
    heroTitle: short,
    heroSubtitle: short,
    heroCta: short,
    blogTitle: short,
    blogSubtitle: short,
    blogCta: short,
    projectsTitle: short,
    projectsSubtitle: short,
    features: [{ title: short, description: short }],
    title: short,
    subtitle: short,
    content: html,
    vision: short,
    mission: short,
    history: short,
    team: [{ name: short, role: short, bio: short }],
    address: short,
    email: short,
    phone: short,
    formTitle: short,
    metadata: { title: short, description: short, keywords: short },
  }
  const sections = [{ title: short, content: html }]
  for (const page of ['home', 'projects', 'blog', 'about', 'contact', 'legal'])
    await created(
      // Those of the home page are names of a list.
      admin.write('POST', '/api/page-contents', { page, content: page === 'home' ? texts : { ...texts, sections } }),
    )
  await created(
    admin.write('POST', '/api/contact', {
      name: short,
      email: 'a@example.com',
      subject: short,
      message: html.slice(0, 5000),
    }),
  )

  const [name = '', value = ''] = admin.cookie.split('=')
  const tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
  const asked: string[] = []
  tab.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  for (const path of [
    '/',
    '/blog/',
    '/blog/attack/',
    '/projects/',
    '/projects/attack/',
    '/about/',
    '/contact/',
    '/legal/',
    `/${encodeURIComponent(short)}/`,
    '/admin/dashboard/',
    '/admin/blog/',
    '/admin/projects/',
    '/admin/content/',
    '/admin/messages/',
    '/admin/settings/',
  ]) {
    await tab.goto(path)
    await hydrated(tab)
    await tab.locator('h1').first().waitFor()
    if (path === '/admin/messages/') await tab.getByRole('button', { name: /View/ }).first().click()
    const found = await tab.evaluate(() => ({
      ran: 'ran' in window,
      handlers: [...document.querySelectorAll('main *')].flatMap((element) =>
        element.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
      ),
      addresses: [...document.querySelectorAll('[href],[src],[action]')]
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
        .filter((address) => /^\W*(java|vb)script|^data:text/i.test(address)),
    }))
    expect([path, found, ...asked]).toEqual([path, { ran: false, handlers: [], addresses: [] }])
  }
  await tab.context().close()
})

async function created(answer: Promise<Response>) {
  expect((await answer).status).toBe(201)
}
