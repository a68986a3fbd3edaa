import { z } from 'zod'
import { languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import { rowInput } from '#records/kind/nested-schemas'
import { type BlockTypeName, blockTypes } from './blocks/block-types'
import type { BlockType } from './contract'

/** The block types for API clients, with the fields of each as JSON Schema. */
export const describeBlockTypes = (): BlockType[] =>
  (Object.keys(blockTypes) as BlockTypeName[]).map((type) => {
    const { $schema: _, ...schema } = z.toJSONSchema(rowInput(blockTypes[type], false), {
      io: 'input',
      unrepresentable: 'any',
    })
    return {
      type,
      title: Object.fromEntries(
        languages.map((language) => [language, translate(language, `custom-page.blocks.${type}`)]),
      ),
      schema,
    }
  })
