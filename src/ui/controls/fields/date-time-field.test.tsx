import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, spyOn, test } from 'bun:test'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { DateTimeField } from './date-time-field'

afterEach(cleanup)

const show = (value: string, locale: string, error?: string) =>
  render(
    <I18nProvider locale={locale}>
      <DateTimeField label="Published" value={value} onChange={() => {}} error={error} />
    </I18nProvider>,
  )
/** The simulated browser would report each selection to the segment that makes it. */
const withoutSelection = () => spyOn(Selection.prototype, 'collapse').mockImplementation(() => {})
const segments = () => screen.getAllByRole('spinbutton').map((segment) => segment.textContent)
const local = new Date('2026-03-04T10:05:00.000Z')

test('the time is shown in the zone of this computer and in the order of the language', () => {
  show(local.toISOString(), 'en-US')
  expect(segments().slice(0, 3)).toEqual([
    String(local.getMonth() + 1).padStart(2, '0'),
    String(local.getDate()).padStart(2, '0'),
    String(local.getFullYear()),
  ])
  cleanup()
  show(local.toISOString(), 'es-ES')
  expect(segments()).toEqual([
    String(local.getDate()).padStart(2, '0'),
    String(local.getMonth() + 1).padStart(2, '0'),
    String(local.getFullYear()),
    String(local.getHours()).padStart(2, '0'),
    '05',
  ])
})

test('an invalid date is shown as empty, and an error is announced', () => {
  show('yesterday', 'en-US', 'Please enter a valid date')
  expect(screen.getByText('Please enter a valid date')).toBeTruthy()
  expect(segments()[2]).not.toMatch(/\d{4}/)
})

test('a button empties the field, and focuses its first part', () => {
  using _ = withoutSelection()
  const changes: string[] = []
  const take = (iso: string) => void changes.push(iso)
  const field = (value: string) => (
    <I18nProvider locale="en-US">
      <DateTimeField label="Published" value={value} onChange={take} clear="Clear: Published" />
    </I18nProvider>
  )
  const { rerender } = render(field(local.toISOString()))
  fireEvent.click(screen.getByRole('button', { name: 'Clear: Published' }))
  expect(changes).toEqual([''])
  expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0]!)
  rerender(field(''))
  expect(screen.queryByRole('button', { name: 'Clear: Published' })).toBeNull()
})

test('a time that is chosen is a full minute, and clearing every segment empties the field', () => {
  using _ = withoutSelection()
  const changes: string[] = []
  function Field() {
    const [value, setValue] = useState('2026-03-04T10:05:59.999Z')
    return (
      <I18nProvider locale="es-ES">
        <DateTimeField
          label="Published"
          value={value}
          onChange={(iso) => {
            changes.push(iso)
            setValue(iso)
          }}
        />
      </I18nProvider>
    )
  }
  render(<Field />)
  fireEvent.keyDown(screen.getByRole('spinbutton', { name: /^minuto/ }), { key: 'ArrowUp' })
  expect(changes).toEqual(['2026-03-04T10:06:00.000Z'])
  for (const segment of screen.getAllByRole('spinbutton'))
    for (let digits = 4; digits > 0; digits -= 1) fireEvent.keyDown(segment, { key: 'Backspace' })
  expect(changes.at(-1)).toBe('')
})
