import { sessionCookieName } from '#auth/sessions/sessions'
import { languages } from '#i18n/language'

/** A request that anybody can send. `route`: of the API's table, or the path of a page or file. */
export type AnonymousRequest = {
  route: string
  what: string
  /** The path and the request, different for each `turn`, so that nothing is cached. */
  make(turn: number): { path: string; init?: RequestInit }
}

const word = (turn: number) => turn.toString(36).padStart(4, 'q')
/** Names that are as short as possible, so that many fit into a URL. */
const names = (count: number, turn: number) =>
  Array.from({ length: count }, (_, at) => `${at.toString(36)}=`).join('&') + `&${word(turn)}`
const path = (text: string) => text.replaceAll(/:\w+/g, 'measuring')

const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})
const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

const largest = 64 * 1024
/** Bodies of 64 KB that take long to parse or to check. */
const bodies: [what: string, body: (turn: number) => string][] = [
  [
    '64 KB of keys',
    (turn) => `{${Array.from({ length: 4500 }, (_, at) => `"${at}${turn}":{}`).join(',')}}`.slice(0, largest),
  ],
  ['64 KB of numbers', () => `{"email":[${'1,'.repeat(32_000)}1]}`],
  ['64 KB of escapes', () => `{"email":"${'\\u00e9'.repeat(10_900)}","username":"${'x'}","password":""}`],
  ['64 KB nested 64 deep', () => '['.repeat(63) + '[],'.repeat(21_000) + '[]' + ']'.repeat(63)],
  ['0.8 MB', () => `{"x":[${'{"a":1},'.repeat(100_000)}0]}`],
]

/** Reads of the API that are public, each with the worst known query. */
const reads: AnonymousRequest[] = [
  { route: 'GET /api/blog', what: 'whole', make: () => ({ path: '/api/blog' }) },
  { route: 'GET /api/blog', what: 'a new page each', make: (turn) => ({ path: `/api/blog?limit=100&offset=${turn}` }) },
  {
    route: 'GET /api/blog',
    what: 'of a made-up category',
    make: (turn) => ({ path: `/api/blog?limit=24&category=${word(turn)}` }),
  },
  { route: 'GET /api/blog', what: 'with an unknown name', make: (turn) => ({ path: `/api/blog?n=${turn}` }) },
  { route: 'GET /api/blog', what: '2,700 names', make: (turn) => ({ path: `/api/blog?${names(2700, turn)}` }) },
  { route: 'GET /api/blog/:key', what: 'a made-up slug', make: (turn) => ({ path: `/api/blog/${word(turn)}` }) },
  {
    route: 'GET /api/blog/:key',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/blog/{post}?n=${turn}` }),
  },
  {
    route: 'GET /api/blog/:key/around',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/blog/{post}/around?n=${turn}` }),
  },
  {
    route: 'GET /api/projects/:key/next',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/projects/{project}/next?n=${turn}` }),
  },
  {
    route: 'GET /api/blog-categories',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/blog-categories?n=${turn}` }),
  },
  { route: 'GET /api/projects', what: 'with an unknown name', make: (turn) => ({ path: `/api/projects?n=${turn}` }) },
  {
    route: 'GET /api/projects',
    what: 'a new page each',
    make: (turn) => ({ path: `/api/projects?limit=100&offset=${turn}` }),
  },
  {
    route: 'GET /api/projects/featured',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/projects/featured?n=${turn}` }),
  },
  {
    route: 'GET /api/projects/:key',
    what: 'a made-up slug',
    make: (turn) => ({ path: `/api/projects/${word(turn)}` }),
  },
  {
    route: 'GET /api/pages',
    what: 'a new page each',
    make: (turn) => ({ path: `/api/pages?limit=100&offset=${turn}` }),
  },
  { route: 'GET /api/pages/:key', what: 'a made-up slug', make: (turn) => ({ path: `/api/pages/${word(turn)}` }) },
  {
    route: 'GET /api/page-contents/:page',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/page-contents/home?n=${turn}` }),
  },
  {
    route: 'GET /api/page-contents/people',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/page-contents/people?n=${turn}` }),
  },
  { route: 'GET /api/site', what: 'with an unknown name', make: (turn) => ({ path: `/api/site?n=${turn}` }) },
  {
    route: 'GET /api/auth/check',
    what: 'a made-up session',
    make: (turn) => ({
      path: '/api/auth/check',
      init: { headers: { cookie: `${sessionCookieName}=${word(turn).padEnd(43, 'A')}` } },
    }),
  },
  {
    route: 'GET /api/auth/check',
    what: 'a made-up token',
    make: (turn) => ({
      path: '/api/auth/check',
      init: { headers: { authorization: `Bearer ind_${word(turn).padEnd(43, 'A')}` } },
    }),
  },
  { route: 'GET /api/auth/setup', what: 'plain', make: () => ({ path: '/api/auth/setup' }) },
  {
    route: 'GET /api/search',
    what: 'a known word',
    make: (turn) => ({ path: `/api/search?q=model&n=${turn}&limit=50` }),
  },
  {
    route: 'GET /api/search',
    what: 'a known word, in detail',
    make: (turn) => ({ path: `/api/search?q=model&n=${turn}&limit=50&details=true` }),
  },
  {
    route: 'GET /api/search/size',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/api/search/size?n=${turn}` }),
  },
  {
    route: 'GET /api/search',
    what: '12 words',
    make: (turn) => ({ path: `/api/search?q=a+model+of+the+school+and+a+measure+for+our+work+in+${word(turn)[0]}` }),
  },
  {
    route: 'GET /api/search',
    what: 'misspelt words',
    make: (turn) => ({ path: `/api/search?q=modl${word(turn)}+scholl+mesure` }),
  },
  {
    route: 'GET /api/search',
    what: '200 characters without a blank',
    make: (turn) => ({ path: `/api/search?q=${word(turn).padEnd(200, 'ab')}` }),
  },
  {
    route: 'GET /api/search',
    what: '200 accents',
    make: (turn) => ({ path: `/api/search?q=${word(turn)}${encodeURIComponent('\u0301'.repeat(190))}` }),
  },
]

/** Writes of the API that are public, with bodies that are invalid as late as possible. */
const writes: AnonymousRequest[] = [
  'login',
  'login/second-factor',
  'login/passkey',
  'register',
  'invitations/accept',
  'password-resets',
  'password-resets/accept',
  'waitlist',
  'contact',
  'visits',
].flatMap((name) =>
  bodies.map(([what, body]) => ({
    route: `POST /api/${name}`,
    what,
    make: (turn: number) => ({ path: `/api/${name}`, init: json(body(turn)) }),
  })),
)

const validWrites: AnonymousRequest[] = [
  {
    route: 'POST /api/login',
    what: 'a wrong password',
    make: (turn) => ({
      path: '/api/login',
      init: json(JSON.stringify({ username: word(turn), password: 'x'.repeat(60_000) })),
    }),
  },
  {
    route: 'POST /api/login/second-factor',
    what: 'a made-up challenge',
    make: (turn) => ({
      path: '/api/login/second-factor',
      init: json(JSON.stringify({ challenge: word(turn).padEnd(43, 'A'), code: '123456' })),
    }),
  },
  {
    route: 'POST /api/login/passkey/options',
    what: 'plain',
    make: () => ({ path: '/api/login/passkey/options', init: json('') }),
  },
  {
    route: 'POST /api/login/passkey',
    what: 'a made-up key',
    make: (turn) => ({
      path: '/api/login/passkey',
      init: json(
        JSON.stringify({
          credential: {
            id: word(turn),
            rawId: word(turn),
            type: 'public-key',
            clientExtensionResults: {},
            response: {
              clientDataJSON: btoa(`{"challenge":"${word(turn)}"}`),
              authenticatorData: 'AAAA',
              signature: 'AAAA',
            },
          },
        }),
      ),
    }),
  },
  {
    route: 'POST /api/invitations/accept',
    what: 'a made-up token',
    make: (turn) => ({
      path: '/api/invitations/accept',
      init: json(
        JSON.stringify({
          token: word(turn).padEnd(43, 'A'),
          username: 'someone',
          password: `a long enough password ${turn}`,
        }),
      ),
    }),
  },
  {
    route: 'POST /api/password-resets',
    what: 'a made-up name',
    make: (turn) => ({ path: '/api/password-resets', init: json(JSON.stringify({ username: word(turn) })) }),
  },
  {
    route: 'POST /api/password-resets/accept',
    what: 'a made-up token',
    make: (turn) => ({
      path: '/api/password-resets/accept',
      init: json(JSON.stringify({ token: word(turn).padEnd(43, 'A'), password: `a long enough password ${turn}` })),
    }),
  },
  {
    route: 'POST /api/logout',
    what: 'a made-up session',
    make: (turn) => ({
      path: '/api/logout',
      init: json('', { cookie: `${sessionCookieName}=${word(turn).padEnd(43, 'A')}` }),
    }),
  },
  {
    route: 'POST /api/waitlist',
    what: 'a new address',
    make: (turn) => ({ path: '/api/waitlist', init: json(JSON.stringify({ email: `${word(turn)}@example.com` })) }),
  },
  {
    route: 'POST /api/contact',
    what: 'the longest message',
    make: (turn) => ({
      path: '/api/contact',
      init: json(
        JSON.stringify({
          name: 'Ada',
          email: `${word(turn)}@example.com`,
          subject: word(turn),
          message: `${word(turn)} http://a.example/ ${'😀'.repeat(4900)}`,
        }),
      ),
    }),
  },
  {
    route: 'POST /api/contact',
    what: 'an invalid address',
    make: (turn) => ({
      path: '/api/contact',
      init: json(
        JSON.stringify({
          name: 'Ada',
          email: `${'a'.repeat(60)}@${'a.'.repeat(90)}${turn}`,
          subject: 'x',
          message: 'x',
        }),
      ),
    }),
  },
  {
    route: 'POST /api/visits',
    what: 'a live page',
    make: (turn) => ({
      path: '/api/visits',
      init: json(JSON.stringify({ path: `/blog/?n=${turn}`, referrer: `https://${word(turn)}.example/` }), {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      }),
    }),
  },
  {
    route: 'POST /api/visits',
    what: 'a made-up page',
    make: (turn) => ({
      path: '/api/visits',
      init: json(JSON.stringify({ path: `/${word(turn)}/`, referrer: '' }), {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      }),
    }),
  },
]

/** Each page of the site's routes, and what can be asked of it. */
export const pagePaths = [
  '/',
  '/projects/',
  '/projects/:slug/',
  '/blog/',
  '/blog/category/:slug/',
  '/blog/:slug/',
  '/about/',
  '/contact/',
  '/search/',
  '/legal/',
  '/:slug/',
]
const pages: AnonymousRequest[] = [
  ...pagePaths.map((route) => ({
    route,
    what: 'with an unknown name',
    make: (turn: number) => ({ path: `${path(route)}?n=${turn}` }),
  })),
  ...pagePaths
    .filter((route) => route.includes(':'))
    .map((route) => ({
      route,
      what: 'a made-up slug',
      make: (turn: number) => ({ path: route.replace(':slug', word(turn)) }),
    })),
  { route: '/', what: '2,700 names', make: (turn) => ({ path: `/?${names(2700, turn)}` }) },
  {
    route: '/',
    what: 'a made-up host',
    make: (turn) => ({ path: '/', init: { headers: { host: `${word(turn)}.example` } } }),
  },
  {
    route: '/',
    what: 'a cookie of 8 KB',
    make: (turn) => ({ path: '/', init: { headers: { cookie: `${'a=b; '.repeat(1600)}n=${turn}` } } }),
  },
  {
    route: '/',
    what: '600 tags in If-None-Match',
    make: (turn) => ({ path: '/', init: { headers: { 'if-none-match': `${'"0123456789", '.repeat(600)}"${turn}"` } } }),
  },
  {
    route: '/',
    what: '300 encodings and languages',
    make: (turn) => ({
      path: '/',
      init: {
        headers: {
          'accept-encoding': `${'x;q=0.1, '.repeat(300)}br;q=0.${turn}`,
          'accept-language': `${'xx;q=0.1, '.repeat(300)}es`,
        },
      },
    }),
  },
  { route: '/', what: 'a choice of language', make: (turn) => ({ path: `/?lang=es&n=${turn}` }) },
  { route: '/blog/', what: 'a page that is not there', make: (turn) => ({ path: `/blog/?page=${1000 + turn}` }) },
  {
    route: '/blog/category/:slug/',
    what: 'a page that is not there',
    make: (turn) => ({ path: `/blog/category/education/?page=${1000 + turn}` }),
  },
  { route: '/contact/', what: 'a subject', make: (turn) => ({ path: `/contact/?subject=${word(turn)}` }) },
  { route: '/search/', what: 'a known word', make: (turn) => ({ path: `/search/?q=model&n=${turn}` }) },
  {
    route: '/search/',
    what: 'known words, another each',
    make: (turn) => ({ path: `/search/?q=a+model+of+the+school+${word(turn)[3]}` }),
  },
  { route: '/search/', what: 'misspelt words', make: (turn) => ({ path: `/search/?q=modl${word(turn)}+scholl` }) },
  { route: '/search/', what: '10,000 characters', make: (turn) => ({ path: `/search/?q=${word(turn).repeat(2500)}` }) },
  { route: '/es/', what: 'a made-up path', make: (turn) => ({ path: `/es/${word(turn)}/${word(turn)}/` }) },
  { route: '404', what: 'a made-up path', make: (turn) => ({ path: `/${word(turn)}/${word(turn)}/` }) },
  {
    route: '404',
    what: 'a path of 2,000 characters',
    make: (turn) => ({ path: `/${word(turn).repeat(249)}/${word(turn).repeat(249)}/` }),
  },
  { route: '404', what: '1,000 segments', make: (turn) => ({ path: `/${word(turn)}${'/a'.repeat(990)}/` }) },
  { route: '404', what: 'escapes', make: (turn) => ({ path: `/${word(turn)}${'%C3%A9'.repeat(300)}/` }) },
  { route: '404', what: 'malformed escapes', make: (turn) => ({ path: `/${word(turn)}${'%zz%'.repeat(300)}/` }) },
  { route: '404', what: 'without its slash', make: (turn) => ({ path: `/${word(turn)}` }) },
  { route: '404', what: 'OPTIONS', make: (turn) => ({ path: `/${word(turn)}/`, init: { method: 'OPTIONS' } }) },
  { route: '404', what: 'HEAD', make: (turn) => ({ path: `/${word(turn)}/`, init: { method: 'HEAD' } }) },
  { route: '/admin/', what: 'a made-up screen', make: (turn) => ({ path: `/admin/${word(turn)}/` }) },
  { route: '/admin/', what: 'the sign-in', make: (turn) => ({ path: `/admin/?next=/admin/${word(turn)}/` }) },
  {
    route: '/admin/reset/:token/',
    what: 'a made-up token',
    make: (turn) => ({ path: `/admin/reset/${word(turn).padEnd(43, 'A')}/` }),
  },
  {
    route: '/preview/:token/',
    what: 'a made-up token',
    make: (turn) => ({ path: `/preview/${word(turn).padEnd(43, 'A')}/` }),
  },
  {
    route: '/unsubscribe/:token/',
    what: 'a made-up token',
    make: (turn) => ({ path: `/unsubscribe/${word(turn).padEnd(43, 'A')}/` }),
  },
  {
    route: '/unsubscribe/:token/',
    what: 'pressed',
    make: (turn) => ({ path: `/unsubscribe/${word(turn).padEnd(43, 'A')}/`, init: form('List-Unsubscribe=One-Click') }),
  },
  {
    route: '/waitlist/confirm/:token/',
    what: 'a made-up token',
    make: (turn) => ({ path: `/waitlist/confirm/${word(turn).padEnd(43, 'A')}/` }),
  },
  { route: 'POST /', what: 'an invalid form', make: (turn) => ({ path: '/', init: form(`email=${word(turn)}`) }) },
  {
    route: 'POST /',
    what: 'a form of 64 KB',
    make: (turn) => ({ path: '/', init: form(names(12_000, turn)) }),
  },
  {
    route: 'POST /contact/',
    what: 'an invalid form',
    make: (turn) => ({
      path: '/contact/',
      init: form(`name=Ada&email=${word(turn)}&subject=x&message=${'%F0%9F%98%80'.repeat(5000)}`),
    }),
  },
  {
    route: 'POST /:slug/',
    what: 'the form of no page',
    make: (turn) => ({ path: `/${word(turn)}/?form=contact`, init: form('name=Ada') }),
  },
]

const files: AnonymousRequest[] = [
  ...languages.map((language) => ({
    route: 'feed',
    what: language,
    make: (turn: number) => ({ path: `${language === 'en' ? '' : `/${language}`}/blog/feed.xml?n=${turn}` }),
  })),
  ...[
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/favicon.ico',
    '/site.webmanifest',
    '/.well-known/gpc.json',
    '/.well-known/security.txt',
    '/healthz',
    '/readyz',
    '/metrics',
    '/swagger',
    '/swagger/json',
  ].map((route) => ({ route, what: 'with an unknown name', make: (turn: number) => ({ path: `${route}?n=${turn}` }) })),
  {
    route: '/sitemap.xml',
    what: 'a made-up host',
    make: (turn) => ({ path: '/sitemap.xml', init: { headers: { host: `${word(turn)}.example` } } }),
  },
  {
    route: 'feed',
    what: 'a made-up host',
    make: (turn) => ({ path: '/blog/feed.xml', init: { headers: { host: `${word(turn)}.example` } } }),
  },
  { route: '/…/index.md', what: 'with an unknown name', make: (turn) => ({ path: `/blog/index.md?n=${turn}` }) },
  {
    route: '/…/index.md',
    what: 'a made-up host',
    make: (turn) => ({ path: '/blog/index.md', init: { headers: { host: `${word(turn)}.example` } } }),
  },
  { route: '/…/index.md', what: 'a made-up path', make: (turn) => ({ path: `/blog/${word(turn)}/index.md` }) },
  {
    route: '/images/…',
    what: 'with an unknown name',
    make: (turn) => ({ path: `/images/starter/classroom.webp?n=${turn}` }),
  },
  {
    route: '/images/…',
    what: '300 ranges',
    make: (turn) => ({
      path: '/images/starter/classroom.webp',
      init: { headers: { range: `bytes=${turn}-${turn + 1}${',0-9'.repeat(300)}` } },
    }),
  },
  { route: '/images/…', what: 'a made-up name', make: (turn) => ({ path: `/images/starter/${word(turn)}.webp` }) },
  { route: '/assets/…', what: 'a made-up name', make: (turn) => ({ path: `/assets/${word(turn)}.js` }) },
  { route: '/media/…', what: 'a made-up id', make: (turn) => ({ path: `/media/${turn + 1000}/a.jpg` }) },
  { route: '/media/…', what: 'a made-up size', make: (turn) => ({ path: `/media/${'a'.repeat(64)}/${turn}.webp` }) },
  {
    route: '/social/…',
    what: 'another version each',
    make: (turn) => ({ path: `/social/blog/{post}/en-${turn}.png` }),
  },
  { route: '/social/…', what: 'a made-up slug', make: (turn) => ({ path: `/social/blog/${word(turn)}/en-1.png` }) },
]

/** Requests to every public route with the worst input that is known; `{post}` stands for the slug of a post. */
export const anonymousRequests: readonly AnonymousRequest[] = [...reads, ...writes, ...validWrites, ...pages, ...files]
