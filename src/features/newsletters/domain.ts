import { Resolver } from 'node:dns/promises'
import addressparser from 'nodemailer/lib/addressparser'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { within } from '#platform/within'
import type { MailDomain } from './contract'

/** The DNS lookups; they reject as `node:dns` does. */
type NameServers = {
  /** All TXT records of a name, each as one text. */
  texts(name: string): Promise<string[]>
  /** Whether the name exists. */
  knows(name: string): Promise<boolean>
}

/** Timeout of name servers in milliseconds. */
const timeout = 4000

type Found = MailDomain['spf']
type CheckResult = { ok: boolean | null; record: string | null; advice: MessageId }

/** Checks the DNS records of the sender's domain as other mail servers do. */
export async function checkMailDomain(
  mailFrom: string | undefined,
  language: Language,
  servers: NameServers = nameServers,
): Promise<MailDomain> {
  const domain = domainOf(mailFrom)
  const withAdvice = ({ advice, ...result }: CheckResult): Found => ({
    ...result,
    advice: translate(language, advice, { domain: domain ?? '' }),
  })
  if (domain === null) {
    const none: CheckResult = { ok: null, record: null, advice: 'mailDomain.none' }
    return { domain, spf: withAdvice(none), dmarc: withAdvice(none) }
  }
  const [own, policy, isKnown] = await Promise.all([
    textsOf(servers, domain),
    findPolicy(servers, domain),
    within(timeout, servers.knows(domain)).catch(() => true),
  ])
  // The domain is in use: when it does not resolve here, nothing is known of its public records.
  if (!isKnown && !own?.length && !policy?.length) {
    const unknown: CheckResult = { ok: null, record: null, advice: 'mailDomain.noDomain' }
    return { domain, spf: withAdvice(unknown), dmarc: withAdvice(unknown) }
  }
  return { domain, spf: withAdvice(judgeSpf(own)), dmarc: withAdvice(judgeDmarc(policy)) }
}

function domainOf(mailFrom: string | undefined): string | null {
  const address = addressparser(mailFrom ?? '', { flatten: true })[0]?.address ?? ''
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domain === '' ? null : URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

/** The TXT records of a name; undefined when the lookup has failed. */
async function textsOf({ texts }: NameServers, name: string): Promise<string[] | undefined> {
  try {
    return await within(timeout, texts(name))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return /^(?:DNS_)?(?:ENOTFOUND|ENODATA)$/.test(code) ? [] : undefined
  }
}

/** RFC 7489: the policy of the domain itself, or of its organizational domain. */
async function findPolicy(servers: NameServers, domain: string): Promise<string[] | undefined> {
  const parts = domain.split('.')
  const names = parts.length > 2 ? [domain, parts.slice(-2).join('.')] : [domain]
  const found = await Promise.all(names.map((name) => textsOf(servers, `_dmarc.${name}`)))
  const policies = found.map((texts) => texts?.filter((text) => /^v=DMARC1(?:\s*;|$)/i.test(text)))
  return policies.find((some) => some === undefined || some.length > 0) ?? policies[0]
}

function judgeSpf(texts: string[] | undefined): CheckResult {
  const records = texts?.filter((text) => /^v=spf1(?:\s|$)/i.test(text))
  const record = records?.[0] ?? null
  if (records === undefined) return { ok: null, record, advice: 'mailDomain.unknown' }
  if (record === null) return { ok: false, record, advice: 'mailDomain.noSpf' }
  if (records.length > 1) return { ok: false, record, advice: 'mailDomain.manySpf' }
  if (/\s\+?all(?:\s|$)/i.test(record)) return { ok: false, record, advice: 'mailDomain.openSpf' }
  return { ok: true, record, advice: 'mailDomain.spf' }
}

function judgeDmarc(records: string[] | undefined): CheckResult {
  const record = records?.[0] ?? null
  if (records === undefined) return { ok: null, record, advice: 'mailDomain.unknown' }
  if (record === null) return { ok: false, record, advice: 'mailDomain.noDmarc' }
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(record)?.[1]?.toLowerCase()
  if (records.length > 1 || policy === undefined) return { ok: false, record, advice: 'mailDomain.badDmarc' }
  return { ok: true, record, advice: policy === 'none' ? 'mailDomain.looseDmarc' : 'mailDomain.dmarc' }
}

const createResolver = () => new Resolver({ timeout: timeout / 2, tries: 2 })

const nameServers: NameServers = {
  async texts(name) {
    const records = await createResolver().resolveTxt(name)
    return records.map((pieces) => pieces.join(''))
  },
  // A name without TXT records is reported like one that does not exist.
  async knows(name) {
    const all = await Promise.allSettled([
      createResolver().resolveMx(name),
      createResolver().resolve4(name),
      createResolver().resolveNs(name),
    ])
    return all.some(({ status }) => status === 'fulfilled')
  },
}
