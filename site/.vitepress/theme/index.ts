import DefaultTheme from 'vitepress/theme';
import { withBase, type Theme } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';
import type { Playground as RunningPlayground } from '../../playground/playground';
import './style.css';
import './playground.css';

/** The place of the playground. The editor and the language server are loaded only on its page. */
const Playground = defineComponent({
  setup() {
    const place = ref<HTMLElement>();
    let running: RunningPlayground | undefined;
    let isLeft = false;
    onMounted(async () => {
      const { startPlayground } = await import('../../playground/playground');
      if (place.value === undefined || isLeft) return;
      const started = await startPlayground(place.value, withBase('/'));
      running = started;
      if (isLeft) started.close();
    });
    onBeforeUnmount(() => {
      isLeft = true;
      running?.close();
    });
    return () => h('div', { ref: place, class: 'pg' }, h('p', 'The playground is being loaded. It needs JavaScript.'));
  },
});

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('RulebookPlayground', Playground);
  },
};

export default theme;
