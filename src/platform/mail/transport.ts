import type { Transporter } from 'nodemailer'
import type { MailConfig } from '#platform/config'

const second = 1000

/** Loads nodemailer lazily, so that the start does not wait for it. */
export async function transportOf({ url }: Pick<MailConfig, 'url'>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
