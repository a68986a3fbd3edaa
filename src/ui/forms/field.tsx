import { type ComponentProps, useId, useState } from 'react'

type Common = { label: string; name: string; issue?: string }
type FieldProps = Common &
  (({ rows: number } & ComponentProps<'textarea'>) | ({ rows?: undefined } & ComponentProps<'input'>))

/** A labelled input, or with `rows` a text area, with its validation message. */
export function Field({ label, issue, ...control }: FieldProps) {
  const id = useId()
  const shared = { id, 'aria-invalid': issue ? true : undefined, 'aria-describedby': issue ? `${id}-issue` : undefined }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control.rows === undefined ? <input {...control} {...shared} /> : <TextArea {...control} {...shared} />}
      {issue && (
        <p className="field-issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
    </div>
  )
}

/** Keeps text typed before hydration, which React would replace with the server's value. */
function TextArea({ defaultValue, ...props }: ComponentProps<'textarea'>) {
  const [text] = useState(() => (defaultValue && typedInto(props.id)) ?? defaultValue)
  return <textarea {...props} defaultValue={text} />
}

function typedInto(id = ''): string | undefined {
  if (typeof document === 'undefined') return undefined
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element.value : undefined
}

/** A field that only bots fill in: invisible, not in the tab order, not in the accessibility tree. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        {label}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
