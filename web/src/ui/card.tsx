import type { ReactNode } from 'react'

type CardProps = { children: ReactNode; className?: string; as?: 'div' | 'section' | 'article' | 'li' }

export function Card({ children, className = '', as: Element = 'div' }: CardProps) {
  return (
    <Element className={`rounded-2xl border border-line bg-card p-5 shadow-card ${className}`}>
      {children}
    </Element>
  )
}
