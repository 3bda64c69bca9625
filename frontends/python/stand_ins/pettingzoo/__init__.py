"""A stand-in for PettingZoo: environments in which agents take turns (AEC)."""

from __future__ import annotations

from typing import (Any, Dict, Generic, Iterator, List, Optional, Tuple, TypeVar,
                    Union)

from gymnasium import spaces

STAND_IN = True

Agent = TypeVar('Agent')
Obs = TypeVar('Obs')
Act = TypeVar('Act')


class AECEnv(Generic[Agent, Obs, Act]):
    """The base of environments, with what they use to keep the books."""

    metadata: Dict[str, Any]
    possible_agents: List[Agent]
    agents: List[Agent]
    observation_spaces: Dict[Agent, spaces.Space[Any]]
    action_spaces: Dict[Agent, spaces.Space[Any]]
    terminations: Dict[Agent, bool]
    truncations: Dict[Agent, bool]
    rewards: Dict[Agent, float]
    _cumulative_rewards: Dict[Agent, float]
    infos: Dict[Agent, Dict[str, Any]]
    agent_selection: Agent
    _after_the_dead: Optional[Agent] = None

    def step(self, action: Act) -> None:
        raise NotImplementedError

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> None:
        raise NotImplementedError

    def observe(self, agent: Agent) -> Optional[Obs]:
        raise NotImplementedError

    def render(self) -> Union[None, str, List[Any]]:
        raise NotImplementedError

    def close(self) -> None:
        pass

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        raise NotImplementedError

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        raise NotImplementedError

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> AECEnv[Agent, Obs, Act]:
        return self

    def __str__(self) -> str:
        return str(self.metadata['name'])

    def last(self, observe: bool = True) \
            -> Tuple[Optional[Obs], float, bool, bool, Dict[str, Any]]:
        """What agent_selection sees, and what it has earned since its last step."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None,
                self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[Agent]:
        """agent_selection, once for each step, until no agent is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _dead(self) -> List[Agent]:
        return [agent for agent in self.agents
                if self.terminations[agent] or self.truncations[agent]]

    def _deads_step_first(self) -> Agent:
        """Selects the first agent that is done; the one selected now comes after
        them."""
        dead = self._dead()
        if dead:
            self._after_the_dead = self.agent_selection
            self.agent_selection = dead[0]
        return self.agent_selection

    def _was_dead_step(self, action: Act) -> None:
        """The step of an agent that is done: it leaves, and the next is selected."""
        if action is not None:
            raise ValueError('the only action of an agent that is done is None')
        agent = self.agent_selection
        assert self.terminations[agent] or self.truncations[agent]
        self.agents.remove(agent)
        for of_agents in (self.terminations, self.truncations, self.rewards,
                          self._cumulative_rewards, self.infos):
            del of_agents[agent]
        dead = self._dead()
        if dead:
            if self._after_the_dead is None:
                self._after_the_dead = self.agent_selection
            self.agent_selection = dead[0]
        else:
            if self._after_the_dead is not None:
                self.agent_selection = self._after_the_dead
            self._after_the_dead = None
        for other in self.rewards:
            self.rewards[other] = 0.0
