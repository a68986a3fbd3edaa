import { type ComponentProps, useId } from 'react'

type Common = { label: string; name: string; issue?: string }
type FieldProps = Common & (({ rows: number } & ComponentProps<'textarea'>) | ({ rows?: undefined } & ComponentProps<'input'>))

/** A labelled input, or with `rows` a text area, and what is wrong with its value. */
export function Field({ label, issue, ...control }: FieldProps) {
  const id = useId()
  const shared = { id, 'aria-invalid': issue ? true : undefined, 'aria-describedby': issue ? `${id}-issue` : undefined }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control.rows === undefined ? <input {...control} {...shared} /> : <textarea {...control} {...shared} />}
      {issue && <p className="field-issue" id={`${id}-issue`}>{issue}</p>}
    </div>
  )
}

/** A field that only programs fill in: out of sight, out of the tab order, out of the accessibility tree. */
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
