import { z } from 'zod'
import { languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import { rowInput } from '#records/kind/nested-schemas'
import { blockTypes } from './blocks/block-types'
import type { BlockType } from './contract'

/** The types of blocks as programs read them, with the fields of each as JSON Schema. */
export const describeBlockTypes = (): BlockType[] =>
  Object.entries(blockTypes).map(([type, { title, fields }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(rowInput(fields, false), { io: 'input', unrepresentable: 'any' })
    return {
      type,
      title: Object.fromEntries(languages.map((language) => [language, translate(language, title)])),
      schema,
    }
  })
