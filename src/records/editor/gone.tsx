import { useFocusOnMount } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/states'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

/** Shown when someone else has deleted the record. */
export function Gone<V extends Values>({ form }: { form: Pick<Editor<V>, 'isPending' | 'createAgain'> }) {
  const t = useText()
  const focused = useFocusOnMount<HTMLDivElement>()
  return (
    <div ref={focused} tabIndex={-1}>
      <Alert
        variant="danger"
        title={t('editing.gone.title')}
        action={
          <Button
            variant="primary"
            isPending={form.isPending}
            onPress={() => {
              void form.createAgain()
            }}
          >
            {t('editing.gone.create')}
          </Button>
        }
      >
        {t('editing.gone.text')}
      </Alert>
    </div>
  )
}
