import type { ComponentProps, FormEvent } from 'react'
import { useFocusInvalid } from '#editing/focus'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  /** The error of the last submit; its field is focused. */
  error?: unknown
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form that a script sends, and the server validates. */
export function Form({ error, onSubmit, ...props }: FormProps) {
  const form = useFocusInvalid(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return <form noValidate {...props} ref={form} onSubmit={submit} />
}
