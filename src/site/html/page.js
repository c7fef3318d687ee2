// The script of the pages, which none of them needs: what stands in this file serves all of it, and copies texts.
'use strict';
const words = document.currentScript.dataset;
const all = (selector, of = document) => [...of.querySelectorAll(selector)];
const make = (tag, className, textContent = '') =>
  Object.assign(document.createElement(tag), { className, textContent });
const announced = make('p', 'aside');
announced.role = 'status';
document.querySelector('main').append(announced);

for (const here of all('.here')) here.textContent = location.href.split('#')[0];
for (const element of all('.citation, .embed, pre > code')) {
  const named = element.closest('dl div, section, footer, main').querySelector('dt, h2, h1');
  const button = make('button', 'copy', words.copy);
  button.type = 'button';
  button.ariaLabel = `${words.copy}: ${named.textContent}`;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
    } catch {
      // Without https a selection is.
      getSelection().selectAllChildren(element);
      document.execCommand('copy');
    }
    announced.textContent = button.textContent = words.copied;
  };
  button.onblur = () => { button.textContent = words.copy; };
  (element.closest('pre') ?? element).after(button);
}
