import { queryOptions } from '@tanstack/react-query'
import type { MailStatus } from '#contract/system'

/** Whether the site can send mail, and to whom it reports. */
export const mailQuery = () => queryOptions<MailStatus>({ queryKey: ['/api/mail'], staleTime: 0 })
