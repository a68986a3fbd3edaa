/** JSON is valid YAML; undefined, null and '' are left out. */
export const frontMatter = (values: Readonly<Record<string, unknown>>): string => `---\n${yaml(values)}---\n`

export const yaml = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')
