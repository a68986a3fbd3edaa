import { z } from 'zod'
import { checklistKeys } from '#contract/checklist-keys'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { giveExample, operations as describe } from '#platform/http/operation'
import { checklistEntry, dismissal } from './contract'

giveExample(checklistEntry, { key: 'alt-texts', state: 'open', count: 12, href: `${adminPaths.media}?lacks=alt` })
giveExample(dismissal, { dismissed: true })

export const operations = describe({
  listChecklist:
    'List the setup checklist. Tasks that remain before the site is ready, each with the `href` of the admin screen for its next step. `count` is the number of remaining records, or null if the task is not counted: `starter-text` counts the list of samples, `descriptions` pages without a meta description in some language, `links` broken links. A task whose work is done is `done` even if it was dismissed.',
  dismissChecklistEntry: {
    text: 'Dismiss a checklist entry. Send `dismissed: false` to show the entry again.',
    parameters: { key: z.enum(checklistKeys).meta({ description: 'The key of the entry.', example: 'alt-texts' }) },
  },
})
