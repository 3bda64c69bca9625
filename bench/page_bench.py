#!/usr/bin/env python3
"""How fast the page is, in a headless Chromium on this machine:

    bench/page_bench.py build/release/bin/boardwalk
"""

import os
import statistics
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '../frontends/web'))
from browser_testing import Browser, Server  # noqa: E402

ROUNDS = 20

# Milliseconds from a press on the cell `given[0]` until the frame is drawn in
# which `given[1]` moves are listed.
PRESS_TO_MOVES = '''
const done = arguments[arguments.length - 1];
const [cell, moves] = arguments;
const box = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2,
            bubbles: true, button: 0, pointerId: 1, isPrimary: true};
const board = document.querySelector('.board');
const list = document.querySelector('.moves');
const began = performance.now();
const look = () => {
  if (list.children.length < moves) return;
  watch.disconnect();
  requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => done(performance.now() - began);
    drawn.port2.postMessage(0);
  });
};
const watch = new MutationObserver(look);
watch.observe(list, {childList: true});
board.dispatchEvent(new PointerEvent('pointerdown', at));
board.dispatchEvent(new PointerEvent('pointerup', at));
'''


def first_page(browser):
    times, paints, size = [], [], 0
    for _ in range(ROUNDS):
        browser.cdp('Network.clearBrowserCache')
        browser.open()
        browser.wait('document.querySelector(".levels input")')
        times.append(browser.run('''
            return performance.getEntriesByType('resource').concat(
                performance.getEntriesByType('navigation'))
                .reduce((last, one) => Math.max(last, one.responseEnd), 0)'''))
        paints.append(browser.wait(
            'performance.getEntriesByType("paint")[0]?.startTime'))
        size = browser.run('''
            return performance.getEntriesByType('resource').concat(
                performance.getEntriesByType('navigation'))
                .reduce((sum, one) => sum + one.transferSize, 0)''')
    print(f'first page: {statistics.median(times):.0f} ms (most '
          f'{max(times):.0f}), painted first after '
          f'{statistics.median(paints):.0f} ms, {size / 1000:.0f} kB')


def a_move(server, game, seats, room, key):
    """Both ends of a move that is legal now, by the greedy player."""
    state = server.ask(f'/rooms/{room}', key=key)
    names = [cell['name'] for cell in
             server.ask(f'/rooms/{room}/board', key=key)['cells']]
    for start in server.ask(f'/rooms/{room}/pointing?ply={state["ply"]}'
                            '&cells=', key=key)['next']:
        answer = server.ask(f'/rooms/{room}/pointing?ply={state["ply"]}'
                            f'&cells={start}', key=key)
        if answer['next']:
            return state['ply'], names[start], names[answer['next'][0]]
    raise AssertionError('no move')


def moves(server, browser, game, seats, answers, rounds):
    room, key, _ = server.room(game, seats)
    browser.open_room(room, key)
    times = []
    for _ in range(rounds):
        ply, start, end = a_move(server, game, seats, room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell(start)
        browser.wait('document.querySelector(".board .pointable")')
        times.append(browser.driver.execute_async_script(
            PRESS_TO_MOVES, end, ply + 1 + answers))
    return times


def drawing(server, browser, game, seats):
    room, key, _ = server.room(game, seats)
    browser.open(f'#room={room}&key={key}')
    browser.wait('document.querySelector(".man")')
    return browser.driver.execute_async_script('''
        const done = arguments[0];
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));''')


def main():
    server = Server(sys.argv[1])
    browser = Browser(server, still=False)
    try:
        first_page(browser)
        times = moves(server, browser, 'star', ['human', 'greedy'], 1, ROUNDS)
        print(f'from click to the drawn answer of greedy, star: median '
              f'{statistics.median(times):.0f} ms, most {max(times):.0f}')
        large, people = 'star:size=64,players=6', ['human'] * 6
        print(f'{large}: drawn {drawing(server, browser, large, people):.0f} '
              'ms after its page was asked for')
        times = moves(server, browser, large, people, 0, 5)
        print(f'a move there: median {statistics.median(times):.0f} ms, most '
              f'{max(times):.0f}')
    finally:
        browser.close()
        server.close()


if __name__ == '__main__':
    main()
