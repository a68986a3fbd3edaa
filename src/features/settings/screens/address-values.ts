import type { Settings } from '../owner/contract'

export const valuesOf = (settings: Settings) => ({
  siteUrl: settings.siteUrl ?? '',
  host: settings.mailServer?.host ?? '',
  port: String(settings.mailServer?.port ?? 587),
  security: String(settings.mailServer?.security ?? 'starttls'),
  username: settings.mailServer?.username ?? '',
  password: '',
  mailFrom: settings.mailFrom ?? '',
  mailTo: settings.mailTo.join(', '),
  securityContact: settings.securityContact ?? '',
  timeZone: settings.timeZone ?? '',
})

/** The fields of the form, as typed. */
export type AddressValues = ReturnType<typeof valuesOf>

const serverFields = ['host', 'port', 'security', 'username', 'password'] as const

/** The mail server as the API takes it; null without a host. */
export function serverOf({ host, port, security, username, password }: AddressValues) {
  if (host.trim() === '') return null
  return {
    host: host.trim(),
    port: /^\d+$/.test(port.trim()) ? Number(port) : port,
    security,
    username: username.trim() === '' ? null : username.trim(),
    ...(password === '' ? {} : { password }),
  }
}

/** What differs from the settings, for the body of a write. Empty fields remove a setting. */
export function changesOf(values: AddressValues, settings: Settings): Record<string, unknown> {
  const before = valuesOf(settings)
  const changes: Record<string, unknown> = {}
  for (const name of ['siteUrl', 'mailFrom', 'securityContact', 'timeZone'] as const)
    if (values[name].trim() !== before[name]) changes[name] = values[name].trim() === '' ? null : values[name].trim()
  if (serverFields.some((name) => values[name] !== before[name])) changes.mailServer = serverOf(values)
  if (values.mailTo !== before.mailTo) changes.mailTo = mailboxesIn(values.mailTo)
  return changes
}

/** Separated by commas, which a quoted name may contain. */
export const mailboxesIn = (text: string): string[] =>
  (text.match(/(?:"[^"]*"|[^",])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')
