import { z } from 'zod'
import { checklistKeys } from '#contract/checklist-keys'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { giveExample, operations as describe } from '#platform/http/operation'
import { checklistEntry, dismissal } from './contract'

giveExample(checklistEntry, { key: 'alt-texts', state: 'open', count: 12, href: `${adminPaths.media}?lacks=alt` })
giveExample(dismissal, { dismissed: true })

export const operations = describe({
  listChecklist: {
    summary: 'List what is left to do before the site is ready',
    description:
      'Every entry, with the address of the screen where the next of it is done. `count` says how much is left, and is null where nothing is counted: `starter-text` counts records and pages that still read as they came, `descriptions` pages without a description in one language, `links` those that lead nowhere. What is done is `done`, dismissed or not.',
  },
  dismissEntry: {
    summary: 'Dismiss an entry of the checklist',
    description: '`dismissed: false` takes it back. An entry that is done stays `done`.',
    parameters: { key: z.enum(checklistKeys) },
  },
})
