import { useEffect, useEffectEvent } from 'react'

/**
 * Makes the page fullscreen while this is rendered. Where the browser refuses, as on iPhones, the
 * slideshow fills the window. `onExit` is called when the visitor ends fullscreen, since the browser
 * keeps that Escape to itself.
 */
export function useFullscreenPage(onExit: () => void): void {
  const exit = useEffectEvent(onExit)
  useEffect(() => {
    let isEntered = false
    let isEnded = false
    const leave = () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
    const enter = async () => {
      // Without the method, as on iPhones, this is undefined.
      await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' })
      if (isEnded) leave()
    }
    enter().catch(() => undefined)
    const onChange = () => {
      if (document.fullscreenElement) isEntered = true
      else if (isEntered) exit()
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      isEnded = true
      document.removeEventListener('fullscreenchange', onChange)
      leave()
    }
  }, [])
}
