//! From action sequences to steps.

use std::{collections::HashMap, time::Duration};

use webdriver::actions::{
    ActionSequence, ActionsType, GeneralAction, KeyAction, KeyActionItem, NullActionItem,
    PointerAction, PointerActionItem,
};

use crate::{DeviceError, Finger, Result, Unsupported, keys};

use super::{
    origins::{Origins, target},
    pointer::{NOTICED, Pointer},
};

/// Longer pauses and movements are refused, before anything is touched.
const LONGEST: Duration = Duration::from_mins(10);

/// One thing to do on the device, in order.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// A gesture.
    Touch(Vec<Finger>),
    /// Typing.
    Type(String),
    /// Nothing, for a while.
    Wait(Duration),
}

struct Compiler<'a> {
    origins: &'a Origins,
    pointers: HashMap<&'a str, Pointer>,
    order: Vec<&'a str>,
    steps: Vec<Step>,
    /// Since the current gesture began.
    time: Duration,
    shift: bool,
}

/// Turns action sequences into steps.
pub(super) fn compile(sequences: &[ActionSequence], origins: &Origins) -> Result<Vec<Step>> {
    let mut compiler = Compiler {
        origins,
        pointers: HashMap::new(),
        order: Vec::new(),
        steps: Vec::new(),
        time: Duration::ZERO,
        shift: false,
    };
    for sequence in sequences {
        if let ActionsType::Pointer { .. } = sequence.actions {
            if compiler
                .pointers
                .insert(&sequence.id, Pointer::default())
                .is_some()
            {
                return Err(DeviceError::InvalidArgument(format!(
                    "two sequences of `actions` have the id `{}`.",
                    sequence.id
                )));
            }
            compiler.order.push(&sequence.id);
        }
    }
    let ticks = sequences.iter().map(length).max().unwrap_or_default();
    for tick in 0..ticks {
        compiler.tick(sequences, tick)?;
    }
    compiler.finish();
    Ok(compiler.steps)
}

fn length(sequence: &ActionSequence) -> usize {
    match &sequence.actions {
        ActionsType::Null { actions } => actions.len(),
        ActionsType::Key { actions } => actions.len(),
        ActionsType::Pointer { actions, .. } => actions.len(),
        ActionsType::Wheel { actions } => actions.len(),
    }
}

fn millis(duration: Option<u64>) -> Result<Duration> {
    let duration = Duration::from_millis(duration.unwrap_or_default());
    if duration > LONGEST {
        return Err(DeviceError::InvalidArgument(format!(
            "a `duration` of {} ms is too long; at most {} ms.",
            duration.as_millis(),
            LONGEST.as_millis()
        )));
    }
    Ok(duration)
}

impl<'a> Compiler<'a> {
    /// All items at one place of their sequences.
    fn tick(&mut self, sequences: &'a [ActionSequence], tick: usize) -> Result<()> {
        for sequence in sequences {
            if let ActionsType::Pointer { actions, .. } = &sequence.actions
                && let Some(pointer) = self.pointers.get(sequence.id.as_str())
            {
                self.time = pointer.earliest(actions.get(tick), self.time);
            }
        }
        let mut longest = Duration::ZERO;
        for sequence in sequences {
            let took = match &sequence.actions {
                ActionsType::Null { actions } => match actions.get(tick) {
                    Some(NullActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Key { actions } => match actions.get(tick) {
                    Some(KeyActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    Some(KeyActionItem::Key(key)) => {
                        self.key(key)?;
                        Duration::ZERO
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Pointer { actions, .. } => match actions.get(tick) {
                    Some(PointerActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    Some(PointerActionItem::Pointer(action)) => {
                        self.pointer(&sequence.id, action)?
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Wheel { .. } => {
                    return Err(Unsupported::new(
                        "a wheel",
                        "a phone has none; scroll with a touch pointer or `mobile: scroll`",
                    )
                    .into());
                }
            };
            longest = longest.max(took);
        }
        self.time += longest;
        Ok(())
    }

    /// One item of a pointer; how long it takes.
    fn pointer(&mut self, id: &'a str, action: &PointerAction) -> Result<Duration> {
        let time = self.time;
        let Some(pointer) = self.pointers.get_mut(id) else {
            return Ok(Duration::ZERO);
        };
        match action {
            PointerAction::Down(_) => {
                if !pointer.down {
                    pointer.down = true;
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                Ok(Duration::ZERO)
            }
            PointerAction::Up(_) => {
                if pointer.down {
                    // The finger may have rested since its last moment.
                    pointer.mark(time);
                    pointer.down = false;
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                Ok(Duration::ZERO)
            }
            PointerAction::Move(movement) => {
                let took = millis(movement.duration)?;
                let target = target(self.origins, pointer, movement)?;
                if pointer.down {
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                (pointer.x, pointer.y) = target;
                if pointer.down {
                    pointer.mark(time + took);
                }
                Ok(took)
            }
            PointerAction::Cancel => Err(Unsupported::new(
                "pointerCancel",
                "a finger on glass can only be lifted; use pointerUp",
            )
            .into()),
        }
    }

    /// One item of a keyboard. Typing ends the gesture before it.
    fn key(&mut self, action: &KeyAction) -> Result<()> {
        let (value, down) = match action {
            KeyAction::Down(key) => (&key.value, true),
            KeyAction::Up(key) => (&key.value, false),
        };
        if value.chars().any(keys::is_shift) {
            self.shift = down;
            return Ok(());
        }
        if !down {
            return Ok(());
        }
        if self.pointers.values().any(|pointer| pointer.down) {
            return Err(Unsupported::new(
                "typing while a finger is down",
                "lift it first, or send two requests",
            )
            .into());
        }
        let mut text = String::new();
        for character in value.chars() {
            text.extend(keys::key(character)?);
        }
        if self.shift {
            text = text.to_uppercase();
        }
        self.flush();
        match self.steps.last_mut() {
            Some(Step::Type(before)) => before.push_str(&text),
            _ => self.steps.push(Step::Type(text)),
        }
        Ok(())
    }

    /// Ends the gesture so far: its fingers become a step, or its pauses do.
    fn flush(&mut self) {
        let mut fingers = Vec::new();
        for id in &self.order {
            if let Some(pointer) = self.pointers.get_mut(id) {
                pointer.since = None;
                let way = std::mem::take(&mut pointer.way);
                if !way.is_empty() {
                    fingers.push(Finger(way));
                }
            }
        }
        let last = fingers
            .iter()
            .filter_map(|finger| finger.0.last())
            .map(|touch| touch.at)
            .max();
        if !fingers.is_empty() {
            self.steps.push(Step::Touch(fingers));
        }
        let rest = self.time.saturating_sub(last.unwrap_or_default());
        if !rest.is_zero() {
            self.steps.push(Step::Wait(rest));
        }
        self.time = Duration::ZERO;
    }

    /// Lifts what is down and ends the last gesture.
    fn finish(&mut self) {
        let down = self.pointers.values_mut().filter(|pointer| pointer.down);
        for pointer in down {
            let noticed = pointer.since.map_or(self.time, |since| since + NOTICED);
            let time = self.time.max(noticed);
            pointer.mark(time);
            pointer.down = false;
            pointer.mark(time);
        }
        self.flush();
    }
}

#[cfg(test)]
mod tests;
