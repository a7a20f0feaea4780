/** In a file of its own, as the button is on the first screen. */
export const slideshowText = 'Slideshow'
