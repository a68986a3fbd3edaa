import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'bun:test'
import { Segments } from './segments'

function Spans() {
  const options = ['7', '30', '90'].map((id) => ({ id, label: `${id} days` }))
  return (
    <>
      <button type="button">Before</button>
      <Segments label="Span" options={options} selected="30" onSelect={() => {}} />
      <button type="button">After</button>
    </>
  )
}

test('the Tab key enters a switch at the selected option, from both sides', async () => {
  render(<Spans />)
  const focused = () => document.activeElement?.textContent
  await userEvent.click(screen.getByRole('button', { name: 'Before' }))
  await userEvent.tab()
  expect(focused()).toBe('30 days')
  await userEvent.tab()
  expect(focused()).toBe('After')
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('30 days')
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('Before')
})

test('after the Tab key has left a switch, a click on another option focuses that one', async () => {
  render(<Spans />)
  await userEvent.click(screen.getByRole('button', { name: 'Before' }))
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.click(screen.getByText('90 days'))
  expect(document.activeElement?.textContent).toBe('90 days')
})
