type Words = { copy: string; copied: string }

/** Milliseconds for which a button shows that it has copied. */
const messageDuration = 2500

/** Adds a copy button to every code block in `place`. Returns a function that removes them. */
export function addCopyButtons(place: HTMLElement, words: Words): () => void {
  const added = Array.from(place.querySelectorAll<HTMLElement>('.code-frame > pre'), (code) => addTo(code, words))
  return () => added.forEach((remove) => remove())
}

function addTo(code: HTMLElement, { copy, copied }: Words): () => void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-code'
  button.textContent = copy
  const status = document.createElement('output')
  status.className = 'visually-hidden'
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(text: string) {
    status.textContent = text
    button.textContent = text || copy
    button.toggleAttribute('data-copied', text !== '')
  }

  button.addEventListener('click', async () => {
    clearTimeout(timer)
    // Emptied first, so that the live region announces the same text again.
    tell('')
    if (!(await copyText(code))) return
    tell(copied)
    timer = setTimeout(tell, messageDuration, '')
  })
  code.after(button, status)
  return () => {
    clearTimeout(timer)
    button.remove()
    status.remove()
  }
}

/** Without access to the clipboard, the code is selected, to be copied by keyboard. */
async function copyText(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent.replace(/\n$/, ''))
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
