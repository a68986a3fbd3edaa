import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { useSaveShortcut, useSubmitShortcut } from './save-shortcut'

function Frame({ onSubmit }: { onSubmit: (form: string) => void }) {
  useSubmitShortcut()
  return ['saves', 'sends'].map((name) => (
    <form
      key={name}
      data-saves={name === 'saves' || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(name)
      }}
    >
      <input aria-label={name} />
    </form>
  ))
}

function Editor({ onAction }: { onAction: (action: string) => void }) {
  useSaveShortcut({ onSave: () => onAction('save'), onPublish: () => onAction('publish') })
  return null
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true })

test('Ctrl+S submits the form with the focus, but none that sends something', () => {
  const submitted: string[] = []
  render(<Frame onSubmit={(form) => submitted.push(form)} />)
  screen.getByLabelText('sends').focus()
  press('s')
  expect(submitted).toEqual([])
  screen.getByLabelText('saves').focus()
  press('s')
  expect(submitted).toEqual(['saves'])
})

test('in an editor Ctrl+S saves and Ctrl+Enter publishes, wherever the focus is, and no other listener is called', () => {
  const actions: string[] = []
  const submitted: string[] = []
  render(
    <>
      <Frame onSubmit={(form) => submitted.push(form)} />
      <Editor onAction={(action) => actions.push(action)} />
    </>,
  )
  screen.getByLabelText('saves').focus()
  press('s')
  press('Enter')
  expect(actions).toEqual(['save', 'publish'])
  expect(submitted).toEqual([])
})
