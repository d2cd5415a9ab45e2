import type { FileForm } from '@furrow/sdk'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { useToast } from '../ui/toast.tsx'
import { insert, toMarkdown } from './insert.ts'

type Options = {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onText: (text: string) => void
  to: FileForm | undefined
}

/** Sends files one after the other, and puts each into the text as it is then. */
export function useUploads({ area, value, onText, to }: Options) {
  const { say } = useToast()
  const [waiting, setWaiting] = useState(0)
  const last = useRef(Promise.resolve())
  // The author may go on writing while a file is on its way, up to the moment when it is there.
  const text = useRef(value)
  useLayoutEffect(() => {
    text.current = value
  }, [value])

  async function sendOne(file: File): Promise<void> {
    try {
      const sent = await furrow.files.upload(file, to)
      const at = area.current?.selectionEnd ?? text.current.length
      const { text: next, cursor } = insert(text.current, at, toMarkdown(file.name, sent))
      text.current = next
      onText(next)
      requestAnimationFrame(() => area.current?.setSelectionRange(cursor, cursor))
    } catch (error) {
      say(`${file.name}: ${sentenceOf(error)}`, { tone: 'danger' })
    } finally {
      setWaiting(count => count - 1)
    }
  }

  return {
    waiting,
    send(files: Iterable<File>) {
      for (const file of files) {
        setWaiting(count => count + 1)
        last.current = last.current.then(() => sendOne(file))
      }
    },
  }
}
