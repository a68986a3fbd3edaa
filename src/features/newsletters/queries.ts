import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#i18n/language'
import {
  everybody,
  type MailDomain,
  type Newsletter,
  type NewsletterPreview,
  type ReaderCounts,
  type Segment,
} from './contract'

const address = '/api/newsletters'

export const newslettersQuery = () => queryOptions<Newsletter[]>({ queryKey: [address], staleTime: 0 })
export const newsletterQuery = (id: number) => queryOptions<Newsletter>({ queryKey: [address, id], staleTime: 0 })
export const newsletterPreviewQuery = (id: number) =>
  queryOptions<NewsletterPreview>({ queryKey: [address, id, 'preview'], staleTime: 0 })
/** The number of readers of each audience, of everybody or of a segment. */
export const readersQuery = ({ joinedFrom, joinedUntil, state }: Segment = everybody) => {
  const parameters = {
    ...(joinedFrom !== null && { joinedFrom }),
    ...(joinedUntil !== null && { joinedUntil }),
    ...(state !== everybody.state && { state }),
  }
  const query = Object.keys(parameters).length > 0 ? [parameters] : []
  return queryOptions<ReaderCounts>({ queryKey: [address, 'readers', ...query], staleTime: 0 })
}
export const mailDomainQuery = () => queryOptions<MailDomain>({ queryKey: ['/api/mail/domain'], staleTime: 60_000 })

/** The newsletter as a page of its own for a frame, outside of the admin's content security policy. */
export const newsletterPage = (id: number, language: Language): string => `${address}/${id}/html?language=${language}`

/** Poll interval in milliseconds while a newsletter is being sent. */
export const refreshing = 2000

export const isGoing = ({ state }: Newsletter): boolean => state === 'sending' || state === 'scheduled'
export const isChangeable = ({ state }: Newsletter): boolean => state === 'draft' || state === 'scheduled'
