import type { Delivery } from '#features/webhooks/contract'
import type { useText } from '#i18n/i18n'

/** What went wrong at the latest try: the answer's status where there was one, else what the connection says. */
export const toldError = ({ status, lastError }: Delivery, t: ReturnType<typeof useText>): string =>
  status === null ? (lastError ?? '') : t('webhooks.answered', { status })
