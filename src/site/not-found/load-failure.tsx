import { useText } from '#i18n/i18n'

/** Shown instead of content that could not be loaded. */
export function LoadFailure({ retry }: { retry: () => void }) {
  const t = useText()
  return (
    <div className="notice" role="alert">
      <p>
        <strong>{t('common.error')}</strong>
      </p>
      <p>{t('errors.unexpectedText')}</p>
      <button type="button" className="button" onClick={retry}>
        {t('common.retry')}
      </button>
    </div>
  )
}

/** For `<Region failed>`. */
export const loadFailure = (retry: () => void) => <LoadFailure retry={retry} />
