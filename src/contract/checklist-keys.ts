/** The tasks of a site's owner, in the order in which they are listed. */
export const checklistKeys = [
  'starter-text',
  'name',
  'logo',
  'alt-texts',
  'translations',
  'links',
  'descriptions',
  'site-url',
  'mail',
  'backup',
  'second-factor',
] as const
export type ChecklistKey = (typeof checklistKeys)[number]
