import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { siteBrand } from '#contract/site-values'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import type { Services } from '#platform/services'
import type { SiteReader } from '#app/site-reader'
import { lookAddress } from './look-style'
import { siteLogo } from './site-logo'

giveExample(siteBrand, { name: 'Industria AI', accent: '/assets/accent-c8401c.css', logo: null })

describeFields(siteBrand, {
  accent: 'The URL of a style sheet; null for the built-in colour.',
  logo: 'The attributes of its image.',
})

const operations = describe({
  getBrand: 'Get the brand of the site. As the admin shows it.',
})

/** What windows of the admin follow without being reloaded. */
export const brandApi = (services: Services, { look }: Pick<SiteReader, 'look'>) =>
  new Elysia({ prefix: '/site', tags: ['Site'] }).use(adminOnly(services)).get(
    '/brand',
    async () => {
      const { name, accent, logo, logoDark } = await look()
      return {
        name,
        accent: lookAddress({ accent }) ?? null,
        logo: logo ? siteLogo(logo, logoDark) : null,
      }
    },
    { response: { 200: siteBrand }, detail: operations.getBrand },
  )
