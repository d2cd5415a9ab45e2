// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {SplitAccount} from "./SplitAccount.sol";

/// @title Accounts that pay several people
/// @notice An account's address follows from its payees, their parts and a salt, so that money can be sent there before anything is deployed. Anybody
/// shares an account's money out, to its payees alone. This contract has no owner, holds nothing and is never replaced.
contract Splitter {
    using Clones for address;

    /// @notice So many payees an account may have.
    uint256 public constant MOST_PAYEES = 500;

    /// @notice The code of every account.
    SplitAccount public immutable implementation;

    error WrongPayees();

    constructor() {
        implementation = new SplitAccount();
    }

    /// @notice Gives an account's whole balance to its payees, and deploys the account first if it is not there yet. Does nothing where nothing is there.
    /// @param payees addresses in ascending order, each once
    /// @param parts each payee's part, whose sum is over zero: a balance of just that sum pays each exactly their part
    /// @param salt any, so that the same people can have several accounts
    /// @param token the ERC-20, or zero for the native coin
    function share(
        address[] calldata payees,
        uint256[] calldata parts,
        bytes32 salt,
        address token
    ) external {
        _share(payees, parts, salt, token, payees.length);
    }

    /// @notice The same for some payees only, where all together would take more gas than a transaction may: the next call goes on behind them.
    /// @param payees addresses in ascending order, each once
    /// @param parts each payee's part
    /// @param salt of the account
    /// @param token the ERC-20, or zero for the native coin
    /// @param count how many payees at most
    function shareSome(
        address[] calldata payees,
        uint256[] calldata parts,
        bytes32 salt,
        address token,
        uint256 count
    ) external {
        _share(payees, parts, salt, token, count);
    }

    /// @notice The address of an account, whether it is deployed or not.
    /// @param payees addresses in ascending order, each once
    /// @param parts each payee's part
    /// @param salt of the account
    /// @return the account's address
    function splitOf(
        address[] calldata payees,
        uint256[] calldata parts,
        bytes32 salt
    ) external view returns (address) {
        _sumOf(payees, parts);
        return address(implementation).predictDeterministicAddress(_whole(payees, parts, salt));
    }

    function _share(
        address[] calldata payees,
        uint256[] calldata parts,
        bytes32 salt,
        address token,
        uint256 count
    ) private {
        uint256 sum = _sumOf(payees, parts);
        bytes32 whole = _whole(payees, parts, salt);
        address account = address(implementation).predictDeterministicAddress(whole);
        if (account.code.length == 0) address(implementation).cloneDeterministic(whole);
        SplitAccount(payable(account)).share(payees, parts, sum, token, count);
    }

    /// @dev One set of people and parts has one order, and so one address for each salt.
    function _sumOf(address[] calldata payees, uint256[] calldata parts) private pure returns (uint256 sum) {
        if (payees.length > MOST_PAYEES || payees.length != parts.length) revert WrongPayees();
        address last = address(0);
        for (uint256 i = 0; i < payees.length; ++i) {
            if (payees[i] <= last) revert WrongPayees();
            last = payees[i];
            sum += parts[i];
        }
        if (sum == 0) revert WrongPayees();
    }

    function _whole(
        address[] calldata payees,
        uint256[] calldata parts,
        bytes32 salt
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(payees, parts, salt));
    }
}
