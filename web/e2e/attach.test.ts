import { describe, expect, test } from 'vitest'
import { png } from '../../server/test/files.ts'
import { eventually, everySize, see, seePage, startWeb } from './harness.ts'
import { goToStep } from './post-steps.ts'

const picture = { name: 'gate.png', mimeType: 'image/png', buffer: png }
const source = { name: 'gate.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }

describe.each(everySize)('on a %s', size => {
  test('a giver attaches a picture, which everyone sees from this service; what is none is refused', async () => {
    const web = await startWeb()
    const { page } = await web.open('/quests/new', { size, as: web.user() })
    await page.getByLabel('Title').fill('Mend the gate')
    const description = page.getByLabel('Description')
    await description.fill('It looks so:\n\n![elsewhere](https://elsewhere.example/a.png)\n')
    await description.press('Control+End')
    const attach = page.getByRole('button', { name: 'Attach a file' })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), attach.click()])
    await chooser.setFiles([source, picture])
    await see(page.getByText(/gate\.svg: The file must be/))
    const form = /\n!\[gate\.png\]\(\/api\/files\/file-[\w-]+\.png\)\n$/
    await expect.poll(() => description.inputValue(), { timeout: 30_000 }).toMatch(form)

    await page.getByLabel('Category').fill('maintenance')
    await goToStep(page, 'Reward')
    await page.getByLabel('Reward for each farmer').fill('1')
    await goToStep(page, 'Proof')
    await page.getByRole('button', { name: 'Post the quest' }).click()
    await seePage(page, 'Mend the gate')
    const image = page.getByRole('img', { name: 'gate.png' })
    await see(image)
    await eventually(() => image.evaluate(shown => (shown as HTMLImageElement).naturalWidth), 1)
    await see(page.getByRole('link', { name: 'elsewhere' }))
  })

  test('a picture that is pasted or dropped goes in where the cursor is', async () => {
    const web = await startWeb()
    const { page } = await web.open('/quests/new', { size, as: web.user() })
    const description = page.getByLabel('Description')
    await description.fill('before after')
    for (const [event, carrier] of [
      ['paste', 'clipboardData'],
      ['drop', 'dataTransfer'],
    ] as const) {
      await description.evaluate(
        (area, [event, carrier, base64, name]) => {
          const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
          const data = new DataTransfer()
          data.items.add(new File([bytes], name, { type: 'image/png' }))
          ;(area as HTMLTextAreaElement).setSelectionRange(6, 6)
          const Event = event === 'paste' ? ClipboardEvent : DragEvent
          area.dispatchEvent(new Event(event, { [carrier]: data, bubbles: true, cancelable: true }))
        },
        [event, carrier, png.toString('base64'), `${event}.png`] as const,
      )
      const form = new RegExp(`^before\\n!\\[${event}\\.png\\]\\(/api/files/[^)]+\\)\\n`)
      await expect.poll(() => description.inputValue(), { timeout: 30_000 }).toMatch(form)
    }
    expect((await description.inputValue()).endsWith(' after')).toBe(true)
  })
})
