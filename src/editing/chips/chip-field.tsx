import { lazy, type ReactNode, Suspense, useId } from 'react'
import type { Language } from '#i18n/language'
import type { MessagePart } from '#i18n/message-parts'
import { Skeleton } from '#ui/controls/states/states'
import type { Chip } from './chip-text'

const ChipSurface = lazy(async () => ({ default: (await import('./chip-surface')).ChipSurface }))

type ChipFieldProps = {
  label: string
  parts: readonly MessagePart[]
  /** The placeholders that the text can contain. */
  chips: readonly Chip[]
  onChange: (parts: MessagePart[]) => void
  description?: ReactNode
  error?: string
  language?: Language
}

/** Edits one line of text with placeholders, which are chips. */
export function ChipField({ label, description, error, ...surface }: ChipFieldProps) {
  const id = useId()
  const described = [...(description === undefined ? [] : ['about']), ...(error === undefined ? [] : ['error'])]
  return (
    <div className="kit-field" data-invalid={error !== undefined || undefined}>
      <span className="kit-label" id={`${id}-label`}>
        {label}
      </span>
      <Suspense fallback={<Skeleton shape="title" />}>
        <ChipSurface
          {...surface}
          labelId={`${id}-label`}
          describedBy={described.map((part) => `${id}-${part}`).join(' ') || undefined}
          isInvalid={error !== undefined}
        />
      </Suspense>
      {description !== undefined && (
        <span className="kit-description" id={`${id}-about`}>
          {description}
        </span>
      )}
      {error !== undefined && (
        <p className="kit-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
