import { useState } from 'react'
import { TextField } from '#ui/controls/fields/text-field'
import { slugify } from '#text/slug'

type SlugFieldProps = {
  label: string
  description: string
  title: string
  /** '' while the slug follows the title. */
  value: string
  onChange: (slug: string) => void
  error?: string
}

/** Shows the slug that the title makes until somebody types another; left empty it follows the title again. */
export function SlugField({ title, value, onChange, ...props }: SlugFieldProps) {
  const [isEmptied, setIsEmptied] = useState(false)
  return (
    <TextField
      {...props}
      value={isEmptied ? '' : value || slugify(title)}
      onChange={(slug) => {
        setIsEmptied(slug === '')
        onChange(slug)
      }}
      onBlur={() => setIsEmptied(false)}
    />
  )
}
