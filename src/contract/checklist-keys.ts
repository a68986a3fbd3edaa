/** What the owner of a site has to see to, in the order in which it is told. */
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
