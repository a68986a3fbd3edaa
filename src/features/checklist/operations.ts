import { z } from 'zod'
import { checklistKeys } from '#contract/checklist-keys'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { checklistEntry, dismissal } from './contract'

giveExample(checklistEntry, { key: 'alt-texts', count: 12, href: `${adminPaths.media}?lacks=alt` })
describeFields(checklistEntry, {
  count:
    'How many records remain (`starter-text`: samples, `descriptions`: pages without a meta description in some language, `links`: broken links); null for a task that is not counted.',
  state: 'A task whose work is done is `done` even if it was dismissed.',
  href: 'The path of the admin screen for the next step.',
})
giveExample(dismissal, { dismissed: true })

export const operations = describe({
  listChecklist: 'List the setup checklist. The tasks before a site is ready for visitors.',
  dismissChecklistEntry: {
    text: 'Dismiss a checklist entry. Send `dismissed: false` to show the entry again.',
    parameters: { key: z.enum(checklistKeys).meta({ description: 'The key of the entry.', example: 'alt-texts' }) },
  },
})
